// The replay page: a finished or running game step by step, drawn by the same modules as the table. It knows no rules.
import { h, patch } from './dom.js';
import { entryAt, restAt, roundAt, roundsOf, stopAt, stopsOf, storyAt, viewOf } from './frames.js';
import { t } from './i18n.js';
import { animate, capture, still } from './motion.js';
import { icon } from './parts.js';
import { pace, prefs } from './prefs.js';
import { realName } from './seat.js';
import { play as sound } from './sound.js';
import { card, teller } from './story.js';
import { facts, headline } from './summary.js';
import { following } from './theme.js';
import { happened, replayLog, tools, transport } from './transport.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const table = root.dataset.table ?? '';

/** @type {any} */
const state = { data: null, game: null, stops: [], rounds: [], lines: [], stop: 0, front: 0, playing: false, speed: 1, ui: {}, error: false };
/** @type {any} */
let timer = null;
/** @type {any} */
let address = null;

const stories = teller({ game: () => state.game, pace: () => pace() / state.speed, show: () => render(), sound: (tiles) => sound('score', tiles) });

// --- loading ---

async function load() {
  state.error = false;
  try {
    const reply = await fetch(root.dataset.frames ?? `/api/tables/${table}/frames`, { headers: { accept: 'application/json' } });
    if (!reply.ok) throw new Error(`frames: ${reply.status}`);
    const data = await reply.json();
    begin(data, await import(`./${data.game === 'azul' ? 'azul' : 'pavilion'}.js`));
  } catch (problem) {
    console.error(problem);
    state.error = true;
    render();
  }
}

/** @param {any} data @param {any} game */
function begin(data, game) {
  const stops = stopsOf(data.frames);
  Object.assign(state, { data, game, stops, rounds: roundsOf(data.frames, stops), front: ownSeat(data) });
  state.lines = stops.map((i) => {
    const entry = entryAt(data.frames, i);
    return { entry, words: happened(viewOf(data, i, table, 0), game, entry) };
  });
  const ply = Number(new URLSearchParams(location.search).get('ply') ?? root.dataset.ply ?? 0);
  state.stop = stopAt(data.frames, stops, Number.isFinite(ply) ? ply : 0);
  const story = storyAt(data.frames, stops[state.stop]);
  render();
  if (story) stories.read(story);
}

/** The seat this viewer played, so that its board stands first. @param {any} data */
function ownSeat(data) {
  try {
    const seat = JSON.parse(document.getElementById('view')?.textContent ?? '{}').you?.[0] ?? 0;
    return seat < data.seats.length ? seat : 0;
  } catch { return 0; }
}

// --- going ---

const here = () => state.stops[state.stop];

/** @param {number} stop @param {boolean} [byItself] autoplay goes on; everything else stops it */
function to(stop, byItself = false) {
  const next = Math.max(0, Math.min(stop, state.stops.length - 1));
  if (!byItself) pause();
  if (next === state.stop) return;
  const step = next - state.stop;
  stories.close();
  still();
  const before = step === 1 ? capture(root) : null;
  state.stop = next;
  render();
  if (before) animate(root, before, pace() / state.speed);
  arrived(step === 1);
}

/** What follows a step: words, sound, the round's story, the address. @param {boolean} forward */
function arrived(forward) {
  const { data, game } = state;
  const story = storyAt(data.frames, here());
  const entry = entryAt(data.frames, here());
  if (story) { if (forward) stories.tell(story); else stories.read(story); }
  if (forward && entry?.seat >= 0) sound(entry.told?.to === 'f' ? 'floor' : 'set');
  say([spoken(), story && game.spokenStory?.(story, (/** @type {number} */ seat) => realName(data, seat)), over() && headline(ended())].filter(Boolean).join(' '));
  clearTimeout(address); // browsers refuse an address that changes too often
  address = setTimeout(() => history.replaceState(null, '', `?ply=${data.frames[here()].ply}`), 250);
}

function pause() {
  clearTimeout(timer);
  if (state.playing) { state.playing = false; render(); }
}

/** Autoplay: rest, step, rest. A hidden tab waits. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!document.hidden) to(state.stop + 1, true);
    if (state.stop === state.stops.length - 1) pause();
    else later();
  }, restAt(state.data, here(), state.speed));
}

function toggle() {
  if (state.playing) { pause(); return; }
  if (state.stop === state.stops.length - 1) to(0);
  state.playing = true;
  render();
  later();
}

const go = {
  to,
  toggle,
  speed: (/** @type {number} */ speed) => { state.speed = speed; if (state.playing) later(); render(); },
  front: (/** @type {number} */ seat) => { state.front = seat; render(); },
};

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowLeft: () => to(state.stop - 1),
  ArrowRight: () => to(state.stop + 1),
  Home: () => to(0),
  End: () => to(state.stops.length - 1),
  PageUp: () => to(state.rounds.findLast((/** @type {any} */ one) => one.stop < state.stop)?.stop ?? 0),
  PageDown: () => to(state.rounds.find((/** @type {any} */ one) => one.stop > state.stop)?.stop ?? state.stops.length - 1),
  ' ': toggle,
});

document.addEventListener('keydown', (event) => {
  const on = /** @type {Element} */ (event.target);
  if (!state.data || event.ctrlKey || event.metaKey || event.altKey || on.closest('input, select, textarea, dialog')) return;
  if (event.key === ' ' && on.closest('button, a, summary')) return;
  if (event.key === 'Escape' && stories.now()) { stories.close(); return; }
  const does = KEYS[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

// --- words ---

const over = () => state.data.result && here() === state.data.frames.length - 1;

/** The view of the end, for the headline. */
const ended = () => ({ ...viewOf(state.data, state.data.frames.length - 1, table, state.front), result: state.data.result });

/** What has just happened, for who listens. */
function spoken() {
  const entry = entryAt(state.data.frames, here());
  return entry?.told?.kind ? state.game.spoken(entry, viewOf(state.data, here(), table, state.front)) : '';
}

/** @param {string} text */
function say(text) {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}

// --- drawing ---

const bar = () => h('header', { key: 'bar', class: 'bar' },
  h('a', { class: 'wordmark', href: '/', 'aria-label': t('site.home') }, icon('logo'), h('span', null, t('site.name'))),
  h('h1', { class: 'replay-title' }, t('replay.heading'), state.data && h('span', { class: 'quiet' }, ` ${state.data.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => realName(state.data, seat)).join(' – ')}`)),
  h('div', { class: 'bar-tools' },
    h('button', { type: 'button', class: 'btn plain icon-only', 'aria-label': t('prefs.sounds'), 'aria-pressed': String(prefs.get().sounds), onClick: () => prefs.set({ sounds: !prefs.get().sounds }) }, icon(prefs.get().sounds ? 'sound' : 'mute')),
    h('button', { type: 'button', class: 'btn plain icon-only', 'aria-label': t('table.theme'), onClick: theme }, icon('theme')),
    h('a', { class: 'btn plain wide', href: `/t/${table}` }, t('replay.table'))));

const theme = () => prefs.set({ theme: following(prefs.get().theme, Boolean(globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches)) });

/** The end of the game in one line; the summary itself is on the table's page. */
const endLine = () => h('p', { key: 'end', class: 'banner' }, icon('cup'), h('span', null, h('b', null, headline(ended())), ' ', facts(ended()).join(' · ')), h('a', { class: 'btn', href: `/t/${table}` }, t('replay.summary')));

const failed = () => h('main', { key: 'main', id: 'main', class: 'replay' }, h('div', { class: 'banner error', role: 'alert' }, icon('undo'), h('span', null, t('replay.failed')), h('button', { type: 'button', class: 'btn', onClick: load }, t('replay.retry'))));

function render() {
  if (!state.data) { if (state.error) patch(root, bar(), failed()); return; }
  const { data, game } = state;
  const plain = viewOf(data, here(), table, state.front);
  const told = stories.now();
  const view = told && !told.done && game.retold ? game.retold(plain, told) : plain;
  const it = { ...state, view: plain, rated: data.rated && data.status === 'playing', round: roundAt(state.rounds, state.stop), entry: entryAt(data.frames, here()), spoken: spoken() };
  const act = {
    can: false, confirm: false, seat: null, rail: [replayLog(it, go), tools(it, go)], story: told,
    set: (/** @type {object} */ changes) => { Object.assign(state.ui, changes); render(); },
    play() {}, send() {}, why() {}, focus() {}, say,
  };
  patch(root, bar(),
    h('main', { key: 'main', id: 'main', tabindex: '-1', class: `replay ${data.game === 'azul' ? 'azul' : 'pav'}`, 'data-players': data.seats.length, 'data-phase': phase(view), 'data-ply': plain.ply },
      h('div', { key: 'head', class: 'replay-head' }, over() ? endLine() : null), game.draw(view, state.ui, act)),
    h('div', { key: 'foot', class: 'replay-foot' },
      told && game.account ? card(told, plain, game, { skip: stories.skip, close: stories.close }) : null,
      transport(it, go)),
    h('p', { key: 'live', id: 'live', class: 'sr', 'aria-live': 'polite' }));
  follow();
}

/** A deal that is due looks like the phase it leads to. @param {any} view */
const phase = (view) => (view.show.phase === 'deal' ? (view.game === 'azul' ? 'offer' : 'acquire') : view.show.phase);

/** The log keeps the current move in sight, without moving the page. */
function follow() {
  const list = root.querySelector('.jump-list');
  const now = list?.querySelector('[aria-current]');
  if (!list || !now) return;
  const [box, line] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  if (line.top < box.top || line.bottom > box.bottom) list.scrollTop += line.top - box.top - box.height / 2 + line.height / 2;
}

prefs.subscribe(() => render());
load();
