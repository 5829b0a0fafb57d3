// The line to the server: opens it, opens it again when it breaks, and resumes from the entries this page has.

const LEAST = 400; // milliseconds before the first new try
const MOST = 8000;
const BEAT = 20_000; // a quiet line is asked whether it still stands
const PATIENCE = 8000;

/**
 * @param {string} table
 * @param {{have: () => string, view: (view: any) => void, refused: (error: any) => void, why: (reason: any) => void, state: (state: 'open'|'lost'|'gone') => void}} on `have`: how much of the record is held here (resume.js)
 */
export function connect(table, on) {
  /** @type {WebSocket|null} */
  let line = null;
  let tries = 0;
  let heard = 0;
  /** @type {any} */
  let again = null;

  const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${table}?ply=${on.have()}`;

  function open() {
    clearTimeout(again);
    again = null;
    const mine = new WebSocket(address());
    line = mine;
    mine.onopen = () => { heard = Date.now(); };
    mine.onmessage = (event) => { if (mine === line) hear(event.data); };
    mine.onclose = (event) => { if (mine === line) lost(event); };
  }

  /** @param {string} text */
  function hear(text) {
    heard = Date.now();
    const message = JSON.parse(text);
    if (tries >= 0 && message.type === 'view') { tries = 0; on.state('open'); on.view(message); }
    if (message.type === 'refused') on.refused(message.error);
    if (message.type === 'why' && message.reason) on.why(message.reason);
  }

  /** @param {CloseEvent} event */
  function lost(event) {
    line = null;
    if (event.code === 4404) { on.state('gone'); return; } // no such table: trying again is no use
    on.state('lost');
    const wait = Math.min(MOST, LEAST * 2 ** tries) * (0.7 + 0.6 * Math.random());
    tries = Math.min(tries + 1, 8);
    again = setTimeout(open, wait);
  }

  /** The network or the player came back: no need to wait. */
  function wake() {
    if (document.hidden || line?.readyState === WebSocket.OPEN || line?.readyState === WebSocket.CONNECTING || again === null) return;
    tries = 0;
    open();
  }

  setInterval(() => {
    if (line?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > BEAT + PATIENCE) line.close();
    else if (Date.now() - heard > BEAT) line.send('{"type":"ping"}');
  }, 5000);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  open();

  return {
    /** Whether the message could leave. @param {object} message */
    send(message) {
      if (line?.readyState !== WebSocket.OPEN) return false;
      line.send(JSON.stringify(message));
      return true;
    },
  };
}
