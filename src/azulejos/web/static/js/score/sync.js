// The way between a sheet here and the server's copy: edits are sent until they have arrived, what others enter comes by a stream.
// Nothing is lost by a lost answer and nothing happens twice by a second try: the server takes each edit of a field once.

const SOON = 250; // milliseconds: what is typed within them goes together
const LEAST = 1000; // before another try
const MOST = 30_000;
const PATIENCE = 12_000; // for an answer
const BLINK = 2500; // a stream that is back so soon was hardly gone

/**
 * How things stand: all of it is there, some is on its way, the server cannot be reached, it has no such sheet, it refuses.
 * @typedef {'sent'|'sending'|'away'|'unknown'|'refused'} Line
 * @typedef {import('./model.js').Model} Model
 * @typedef {{fetch: (address: string, how?: any) => Promise<any>, stream: (address: string) => any, later: (fn: () => void, ms: number) => any, never: (timer: any) => void, chance: () => number}} Env
 * @typedef {{state: (line: Line) => void, others: (keys: string[]) => void}} On `others`: fields that somebody else has changed
 */

/** @returns {Env} */
const browser = () => ({
  fetch: (address, how) => fetch(address, how),
  stream: (address) => new EventSource(address),
  later: (fn, ms) => setTimeout(fn, ms),
  never: (timer) => clearTimeout(timer),
  chance: Math.random,
});

/** @param {Model} model @param {On} on @param {Env} [env] */
export function connect(model, on, env = browser()) {
  const address = `/api/sheets/${model.id}`;
  /** @type {Line} */
  let line = 'sending';
  let tries = 0;
  let busy = false;
  let there = false; // the server is known to have the sheet
  let closed = false;
  /** @type {any} */
  let timer = null;
  /** @type {any} */
  let stream = null;
  /** @type {any} */
  let blink = null;

  /** @param {Line} now */
  function stand(now) {
    if (now === line) return;
    line = now;
    on.state(now);
  }

  /** @param {() => void} fn @param {number} ms */
  function again(fn, ms) {
    env.never(timer);
    timer = env.later(fn, ms);
  }

  /** @param {number} [least] milliseconds that the server asks for */
  function failed(least = 0) {
    stand('away');
    const wait = Math.min(MOST, LEAST * 2 ** tries) * (0.7 + 0.6 * env.chance());
    tries = Math.min(tries + 1, 6);
    again(go, Math.max(wait, least));
  }

  /** One request; null where nobody answered in time. @param {string} where @param {any} how */
  async function ask(where, how) {
    const patience = new AbortController();
    const end = env.later(() => patience.abort(), PATIENCE);
    try {
      const answer = await env.fetch(where, { ...how, cache: 'no-store', signal: patience.signal });
      const told = answer.ok ? await answer.json() : null;
      return { status: answer.status, ok: answer.ok, told, wait: 1000 * Number(answer.headers?.get('retry-after') ?? 0) };
    } catch {
      return null;
    } finally {
      env.never(end);
    }
  }

  /** Whatever is to be done next: send what is here, or look at what is there. */
  async function go() {
    env.never(timer);
    if (busy || closed) return;
    busy = true;
    try {
      if (model.unsent) await send();
      else if (there && line !== 'away') stand('sent');
      else await pull();
    } finally {
      busy = false;
    }
    if (!closed && line === 'sending') again(go, SOON); // there is more
  }

  async function send() {
    stand(line === 'away' ? 'away' : 'sending'); // no flicker while it is tried again
    const edits = model.pending();
    const answer = await ask(`${address}/fields`, {
      method: 'PUT', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify({ edits }), keepalive: true,
    });
    if (answer?.ok) {
      arrived();
      report(model.acknowledge(edits, answer.told));
      stand(model.unsent ? 'sending' : 'sent');
    } else if (answer && answer.status >= 400 && answer.status < 500 && ![408, 409, 425, 429].includes(answer.status)) stand('refused'); // until the next edit
    else failed(answer?.wait);
  }

  async function pull() {
    const answer = await ask(address, { headers: { Accept: 'application/json' } });
    if (answer?.ok) {
      arrived();
      model.listenAfresh();
      report(model.take(answer.told));
      stand(model.unsent ? 'sending' : 'sent');
    } else if (answer?.status === 404 && model.any) {
      model.unsend(); // the server has lost it, or never had it
      stand(model.unsent ? 'sending' : 'refused'); // nothing in it that the server would take
    } else if (answer?.status === 404) stand('unknown');
    else failed(answer?.wait);
  }

  function arrived() {
    tries = 0;
    there = true;
    if (!stream) listen();
  }

  /** @param {string[]} keys */
  function report(keys) { if (keys.length) on.others(keys); }

  // --- the stream ---

  function listen() {
    if (closed) return;
    const mine = env.stream(`${address}/events?known=${model.revision}`);
    stream = mine;
    mine.onopen = () => { env.never(blink); blink = null; if (line === 'away') wake(); };
    mine.addEventListener('view', (/** @type {any} */ event) => {
      if (mine !== stream) return;
      report(model.take(JSON.parse(event.data)));
      if (model.unsent) go();
    });
    mine.onerror = () => { if (mine === stream) broken(mine); };
  }

  /** A browser opens a broken stream again by itself, but gives up on some. @param {any} mine */
  function broken(mine) {
    model.listenAfresh(); // after a break anything may be there, also an older copy
    if (mine.readyState === 2) {
      stream = null;
      there = false;
      failed();
    } else blink ??= env.later(() => { blink = null; if (mine === stream && mine.readyState !== 1) failed(); }, BLINK);
  }

  /** The network or the reader came back: no need to wait. */
  function wake() {
    if (closed) return;
    tries = 0;
    if (stream?.readyState === 2) stream = null;
    if (!stream) there = false;
    go();
  }

  go();
  return {
    /** Something was edited. */
    edited() {
      if (closed || busy || !model.unsent) return;
      if (line === 'away') return; // a try is due anyway
      stand('sending');
      again(go, SOON);
    },
    wake,
    /** The page goes: what is unsent leaves now, if it can. */
    flush() { if (model.unsent) go(); },
    close() { closed = true; env.never(timer); env.never(blink); stream?.close(); },
    get line() { return line; },
  };
}
