// The table page: holds the state, connects, draws, and passes what the player does to the server. It knows no rules.
//
// What a game module (azul.js, pavilion.js) exports, and who calls it:
//   draw(view, ui, act) -> VNodes: the children of <main>. The shell makes
//     <main id="main" class="azul|pav" data-players data-phase> and puts banner, summary and story around them.
//     draw() places its own tray (Azul: at the foot of the own board) and act.rail (VNodes: log and typed move) where they fit.
//   sentence(entry, view) -> Child[] of a log line (without the name); spoken(entry, view) -> string for the live region
//   keys(event, view, ui, act) -> true if it used the key; drop(from, onto, view, ui, act): data-drag="3B" let go on data-drop="2"
//   lift(from, view, ui, act): optional, when a drag starts (else ui.picked = from); typedExample: string; shortcuts: [[keys, text key]]
//   optional: banner(view) -> {icon, body: Child[]} | null: the end in sight; phaseName(view) -> string beside the round
//   optional: asks(view) -> string: what is to be decided, in a few words; byItself(view, ply) -> whether this page made that move unasked
//   optional: start(view, at) -> selector | null: where a keyboard player's focus goes when there is something to decide
//   optional: steps(story) -> number of steps after a round; account(story, step, view) -> rows of the story card; retold(view, told) -> boards
//
// ui  = {picked, to, ...} the page's own state, emptied when the decision to make is another one; act.set(changes) merges and draws again.
// act = {can: may decide now, seat: which of mine decides, confirm: ask before a move leaves, rail,
//        set(changes), play(move), why(move): ask what the rules have against it, send(message), open(dialog), focus(selector): focus that after the next drawing, say(text): the live region,
//        story: null | {story, step}: the round being told}
import { h, patch } from './dom.js';
import { t } from './i18n.js';
import { play } from './sound.js';
import { pace, prefs } from './prefs.js';
import { following } from './theme.js';
import { bar, turnOf } from './bar.js';
import { received, ticking } from './clock.js';
import { notify } from './notify.js';
import { banner, refusal } from './banner.js';
import { whyWords } from './why.js';
import { rail } from './log.js';
import { openDialog, variant } from './menu.js';
import { animate, capture } from './motion.js';
import { card, teller } from './story.js';
import { connect } from './socket.js';
import { mark } from './resume.js';
import { dragging } from './drag.js';
import { listenKeys } from './keyboard.js';
import { nameOf, owned, realName } from './seat.js';
import * as sight from './sight.js';
import { regions } from './live.js';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const tableId = app.dataset.table ?? '';
const live = regions();

/**
 * Everything the page knows. `view` is the server's word, `log` all entries so far, `ui` what the player has in hand.
 * `warming`: bots still did when one last thought; the sign stays until one is ready.
 * @type {{view: any, log: any[], ui: any, told: any, connection: string, error: string|null, reason: any, dialog: string|null, sent: number|null, toast: string|null, warming: boolean, withdrew: boolean}}
 */
const state = { view: null, log: [], ui: {}, told: null, connection: 'first', error: null, reason: null, dialog: null, sent: null, toast: null, warming: false, withdrew: false };
/** How each finished round was scored: what this page saw, and what it asked for. @type {Map<number, any>} */
const stories = new Map();
/** Parts of the page that only some tables need. @type {Record<string, any>} */
const modules = {};
/** @type {string|null} */
let wanted = null; // what should have the focus after the next drawing

/** A module, or null until it is here; then the page is drawn again. @param {string} name */
function part(name) {
  if (!(name in modules)) {
    modules[name] = null;
    import(`./${name}.js`).then((module) => { modules[name] = module; render(); });
  }
  return modules[name];
}

const game = () => part(state.view.game);

// --- what the player may do ---

/** Whether a move waits for a second word: only where another person plays too. */
function confirms() {
  const wish = prefs.get().confirm;
  return wish === 'on' || (wish === 'auto' && state.view.kind !== 'device' && state.view.seats.some((/** @type {any} */ seat) => seat.kind === 'person' && !seat.you));
}

/** @param {any} message */
function send(message) {
  if (message.to === 'takeback') state.withdrew = !message.yes;
  if (!line?.send(message)) live.alert(t('table.offline'));
}

/** @param {string} move */
function playMove(move) {
  const { view } = state;
  if (state.sent === view.ply || view.acting === null) return;
  if (line?.send({ type: 'move', ply: view.ply, move, seat: view.acting })) {
    state.sent = view.ply;
    state.error = null;
    teller_.close(); // whoever plays on has read it
  } else live.alert(t('table.offline'));
}

/** @param {object} changes */
function set(changes) {
  teller_.skip();
  if ('picked' in changes) { teller_.close(); state.error = null; if (changes.picked) play('take', 'BYRKWJPGO'.indexOf(String(changes.picked)[1])); }
  Object.assign(state.ui, changes);
  state.toast = null;
  render();
}

/** What the game modules get. */
function hands() {
  const { view } = state;
  const deciding = view.acting !== null && view.acting !== undefined;
  return {
    can: deciding && state.connection === 'open' && state.sent !== view.ply, seat: view.acting, confirm: confirms(), rail: game() ? rail(state, game(), page) : null, story: state.told,
    set, play: playMove, send, why: (/** @type {string} */ move) => send({ type: 'why', move, seat: view.acting }), open: page.open, focus: (/** @type {string} */ selector) => { wanted = selector; render(); }, say: live.say,
  };
}

// --- the page's own tools ---

const page = {
  get connection() { return state.connection; },
  get error() { return state.error; },
  get reason() { return state.reason; },
  get picked() { return Boolean(state.ui.picked); },
  get sounds() { return prefs.get().sounds; },
  get warming() { return state.warming; },
  forgive: () => { state.error = null; render(); },
  undo: () => {
    if (state.ui.picked) set({ picked: null, to: null, look: null });
    else if (state.view.can?.takeback) send({ type: 'takeback' });
    else live.say(t(state.view.rated ? 'table.takeback.rated' : 'table.takeback.not'));
  },
  sound: () => prefs.set({ sounds: !prefs.get().sounds }),
  theme: () => prefs.set({ theme: following(prefs.get().theme, matchMedia('(prefers-color-scheme: dark)').matches) }),
  menu: () => page.open('menu'),
  open: (/** @type {string} */ name) => { state.dialog = name; render(); },
  closed: (/** @type {any} */ event) => { if (event.target.dataset.name === state.dialog) { state.dialog = null; render(); } },
  shut: () => /** @type {any} */ (document.querySelector('dialog[open]'))?.close(),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).then(page.shut, () => {}),
  resign: () => { send({ type: 'resign' }); page.shut(); },
  leave: (/** @type {string|null} */ level) => { send({ type: 'leave', level }); page.shut(); },
  copy: async () => {
    const address = new URL(`/t/${tableId}`, location.href).href;
    page.shut();
    try { await navigator.clipboard.writeText(address); toast(t('table.copied')); } catch { globalThis.prompt?.(t('table.copy_link'), address); }
  },
  read: async (/** @type {number} */ round) => {
    if (!stories.has(round)) await recall();
    if (stories.has(round)) teller_.read(stories.get(round));
  },
  typed: (/** @type {string} */ move) => {
    if (state.view.acting === null) { live.alert(t('error.not_your_turn')); return false; }
    playMove(move);
    return true;
  },
  skip: () => teller_.skip(),
  close: () => teller_.close(),
};

const teller_ = teller({
  game: () => game(),
  pace,
  show: (told) => {
    state.told = told;
    moving(render);
    if (told && !told.done) sight.show(app, pace()); else sight.back(pace());
  },
  sound: (step) => play('score', step),
  over: () => state.view.status === 'over',
});

/** Rounds from before this page was opened: the record tells them. */
async function recall() {
  try {
    const answer = await fetch(`/api/tables/${tableId}/frames`);
    if (!answer.ok) throw new Error(answer.statusText);
    for (const { story } of (await answer.json()).frames) if (story && !stories.has(story.round)) stories.set(story.round, story);
  } catch { live.alert(t('replay.failed')); }
}

// --- what comes from the server ---

/** The decision to make; the hand is emptied when it is another one. @param {any} view */
const decision = (view) => `${view.ply}/${view.acting}/${view.choices?.kind}/${view.choices?.line}`;

/** @param {any} view */
function take(view) {
  if (view.from > state.log.length) { line?.send({ type: 'snapshot' }); return; }
  const before = state.view;
  received(view);
  state.log = [...state.log.slice(0, view.from), ...view.log];
  state.view = view;
  if (view.thinking) state.warming = view.thinking.warming;
  if (!before || decision(before) !== decision(view)) { state.ui = {}; state.sent = null; }
  const fresh = before && view.ply > before.ply ? state.log.slice(before.ply) : [];
  keepStory(view, Boolean(before));
  moving(render);
  if (before?.status === 'open' && view.status === 'playing') scrollTo({ top: 0, behavior: 'instant' }); // the button to start is far down a phone's room
  if (before) tell(before, view, fresh);
  tick();
  follow(view);
}

/** @param {any} view @param {boolean} told whether to tell it: not when the page has just been opened */
function keepStory(view, told) {
  const { story } = view;
  if (!story || stories.get(story.round)?.ply === story.ply) return;
  stories.set(story.round, story);
  if (told) queueMicrotask(() => teller_.tell(story));
}

/** Words and sounds of what has happened. @param {any} before @param {any} view @param {any[]} fresh */
function tell(before, view, fresh) {
  const others = fresh.filter((entry) => entry.seat < 0 || !view.you.includes(entry.seat) || entry.auto || game()?.byItself?.(view, entry.ply)); // and what nobody pressed
  const words = others.filter((entry) => entry.seat >= 0 || entry.told?.round > 1).map((entry) => game()?.spoken(entry, view)).filter(Boolean);
  if (view.ply < before.ply) words.push(t('table.taken_back'));
  words.push(...ranOut(before, view));
  tellRefused(before, view);
  if (view.story && view.story.ply !== before.story?.ply && game()?.spokenStory) words.push(game().spokenStory(view.story, (/** @type {number} */ seat) => nameOf(view, seat)));
  if (view.acting !== null && (before.acting !== view.acting || before.ply !== view.ply)) words.push(turnAsks(view));
  if (words.length) live.say(words.map((text) => text.replace(/\.$/, '')).join('. '));
  const last = fresh.findLast((entry) => entry.seat >= 0);
  if (last) play(last.told?.to === 'f' || last.told?.fell ? 'floor' : 'set');
  if (turnCame(before, view, fresh)) { play('turn'); if (prefs.get().notify) notify(turnOf(view).text, t('table.title', { game: t(`game.${view.game}`) }), tableId); }
  if (view.result && !before.result) play('end');
  if (view.kind === 'device' && view.acting !== null && before.acting !== null && view.acting !== before.acting) toast(t('table.pass_device', { name: realName(view, view.acting) }));
  if (view.acting !== null && decision(before) !== decision(view)) returnFocus(view);
}

/** Whether it has become this player's turn: on a slow line the own move comes back with the others' answers. @param {any} before @param {any} view @param {any[]} fresh */
function turnCame(before, view, fresh) {
  const mine = fresh.filter((entry) => entry.seat >= 0).map((entry) => view.you.includes(entry.seat));
  return view.acting !== null && (before.acting === null || (mine.includes(true) && mine.includes(false)));
}

/** Whose turn it is, and what is to be decided. @param {any} view */
function turnAsks(view) {
  const [who, what] = [turnOf(view).text, game()?.asks?.(view)];
  return what ? t('site.says', { who, what }) : who;
}

/** For whom time has just run out. @param {any} before @param {any} view @returns {string[]} */
const ranOut = (before, view) => view.seats.filter((/** @type {any} */ seat) => seat.out === 'time' && before.seats[seat.seat].out !== 'time')
  .map((/** @type {any} */ seat) => (seat.lent ? t('table.out.you') : t('table.out.said', { name: realName(view, seat.seat) })));

/** Whoever asked for a move back hears that it stays. @param {any} before @param {any} view */
function tellRefused(before, view) {
  const asked = before.offers?.takeback;
  if (!asked || view.offers?.takeback) return;
  if (view.you.includes(asked.seat) && view.ply === before.ply && !state.withdrew) toast(t('table.takeback.refused'));
  state.withdrew = false;
}

/** A keyboard player whose focus stands on the own board, or nowhere, is led to what is to be done when the turn comes. @param {any} view */
function returnFocus(view) {
  const at = document.activeElement;
  if (!byKeys || (at && at !== document.body && at.id !== 'main' && !at.closest('.mine, .market, .own, .desk'))) return;
  const goal = game()?.start ? game().start(view, at) : '.market .group.can, .mine .cell.legal';
  if (goal) { wanted = goal; render(); }
}

/** A rematch that this player agreed to opens by itself. @param {any} view */
function follow(view) {
  const offer = view.offers?.rematch;
  if (offer?.table && owned(view).some((seat) => offer.agreed?.includes(seat))) location.assign(`/t/${offer.table}`);
}

/** @type {any} */
let toasting = null;
/** @param {string} text */
function toast(text) {
  state.toast = text;
  render();
  clearTimeout(toasting);
  toasting = setTimeout(() => { state.toast = null; render(); }, 2600);
}

/** @type {any} */
let blaming = null;
/** Says what was refused, and by which rule; the next pick, or a while, makes it go. @param {string} text @param {any} [reason] */
function blame(text, reason = null) {
  Object.assign(state, { error: text, reason });
  live.alert(text);
  render();
  clearTimeout(blaming);
  blaming = setTimeout(page.forgive, 9000);
}

// --- drawing ---

/** Draws, and shows the difference as motion. @param {() => void} draw */
function moving(draw) {
  const before = capture(app);
  draw();
  if (before.pieces.length) animate(app, before, pace());
}

/** Removing what has the focus calls listeners that want to draw too: they wait for the drawing under way. */
function render() {
  if (!state.view) return;
  stale = true;
  if (drawing) return;
  drawing = true;
  try { while (stale) { stale = false; redraw(); } } finally { drawing = false; }
}
let drawing = false;
let stale = false;

function redraw() {
  const { view } = state;
  const act = hands();
  const held = document.activeElement;
  patch(app, bar(view, modules[view.game], page), coach(view, act), main(view, act),
    state.told ? card(state.told, view, game(), page) : null,
    state.toast ? h('div', { key: 'toast', class: 'toasts', role: 'status' }, h('p', { class: 'toast' }, state.toast)) : null,
    openDialog(state.dialog, view, page, modules[view.game]));
  document.title = t(turnOf(view).mine ? 'table.title.turn' : 'table.title', { game: t(`game.${view.game}`), turn: turnOf(view).text });
  refocus(held);
  modules.lesson?.point(byKeys);
}

/** Who explains somebody's first game. @param {any} view @param {any} act */
function coach(view, act) {
  if (view.kind !== 'lesson' || !view.you.length) return null;
  const [lesson, plan] = [part('lesson'), part(`lesson${view.game}`)];
  return lesson && plan && game() ? lesson.coach(plan.steps, { view, ui: state.ui, log: state.log, act, draw: render }) : null;
}

/** @param {any} view @param {any} act */
function main(view, act) {
  const open = view.status === 'open';
  const kinds = open ? 'room-page' : view.game === 'azul' ? 'azul' : 'pav';
  return h('main', { key: 'main', id: 'main', tabindex: '-1', class: kinds, 'data-players': view.options.players, 'data-phase': view.show?.phase ?? null, 'data-status': view.status, 'data-ply': view.ply, 'data-round': view.show?.round ?? null, 'data-choices': view.choices?.kind ?? null, 'data-decision': decision(view) },
    h('h1', { key: 'title', class: 'sr' }, variant(view)),
    banner(view, modules[view.game], page, act),
    open ? part('room')?.room(view, act) : board(view, act));
}

/** @param {any} view @param {any} act */
function board(view, act) {
  const it = game();
  if (!it) return null;
  const telling = state.told && !state.told.done;
  const shown = telling && it.retold ? it.retold(view, state.told) : view;
  return [view.result && !telling ? part('summary')?.summary(view, act) : null, it.draw(shown, state.ui, act)];
}

/** Focus is never lost: to what was asked for, to what had it, or to the page. @param {Element|null} held */
function refocus(held) {
  if (wanted) {
    const goal = /** @type {any} */ (app.querySelector(wanted));
    wanted = null;
    if (goal) { goal.focus(); return; }
  }
  if (held && held !== document.body && document.activeElement !== held) {
    if (held.isConnected) /** @type {any} */ (held).focus({ preventScroll: true });
    else if (document.activeElement === document.body) /** @type {any} */ (app.querySelector('main'))?.focus({ preventScroll: true });
  }
}

// --- beginning ---

const tick = ticking({ view: () => state.view, root: app, draw: render, say: live.say });

let byKeys = false;
document.addEventListener('keydown', () => { byKeys = true; }, { capture: true });
document.addEventListener('pointerdown', (event) => {
  byKeys = false;
  if (!(/** @type {Element} */ (event.target)).closest('.story')) teller_.skip();
}, { capture: true });
listenKeys(app, {
  game: (event) => Boolean(state.view?.status === 'playing' && game()?.keys?.(event, state.view, state.ui, hands())),
  escape: () => { if (teller_.skip()) return true; if (!state.ui.picked && state.told) { teller_.close(); return true; } return false; },
  help: () => page.open('keys'),
});
dragging(app, {
  lift: (from) => (game()?.lift ? game().lift(from, state.view, state.ui, hands()) : set({ picked: from, to: null })),
  drop: (from, onto) => game()?.drop?.(from, onto, state.view, state.ui, hands()),
  cancel: () => set({ picked: null, to: null, look: null }),
});
prefs.subscribe(render);
document.addEventListener('fullscreenchange', render);

const first = JSON.parse(document.getElementById('view')?.textContent || 'null');
/** @type {ReturnType<typeof connect>|null} */
let line = null;
if (first) { part(first.game); take(first); }
line = connect(tableId, {
  have: () => mark(state.log),
  view: take,
  refused: (error) => {
    state.sent = null;
    state.ui = {};
    blame(refusal(error, state.view), error.reason);
  },
  why: (reason) => blame(whyWords(reason, state.view), reason),
  state: (now) => { if (state.connection !== now) { state.connection = /** @type {any} */ (now); if (now === 'lost') state.sent = null; render(); } },
});
