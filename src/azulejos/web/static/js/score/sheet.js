// A sheet's page: the model's state in, elements out. It works without a network: whatever is entered is kept here first.
import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { regions } from '../live.js';
import { icon, tile } from '../parts.js';
import { prefs } from '../prefs.js';
import { view as byRound } from './byround.js';
import { view as dialogs } from './dialogs.js';
import { called, seats } from './entering.js';
import { outcome, view as finish } from './finish.js';
import { ask, remembered } from './leagues.js';
import { Model } from './model.js';
import { view as quick } from './quick.js';
import { reckon } from './reckon.js';
import { noteWords } from './saying.js';
import { view as sofar } from './sofar.js';
import { connect } from './sync.js';
import { view as tapStars } from './tapstars.js';
import { view as tapWall } from './tapwall.js';
import { view as ways } from './ways.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const LAST = 6; // rounds of Summer Pavilion

// --- parts of the page ---

/** @param {State} state @param {any} page */
function bar(state, page) {
  const rounds = state.reckoning.way !== 'quick' && state.ui.phase === 'round';
  const tool = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ onClick, disabled = false) => h('button', { key: name, type: 'button', class: 'btn plain icon-only', 'aria-label': t(`score.${name}`), title: t(`score.${name}`), disabled, onClick }, icon(sign));
  return h('header', { key: 'bar', class: 'bar' },
    h('a', { class: 'wordmark', href: '/score', 'aria-label': t('score.all') }, icon('logo'), h('span', null, t('site.name'))),
    h('p', { class: 'turn' }, h('b', null, rounds ? t('score.round.n', { n: state.round }) : t(state.reckoning.way === 'quick' ? 'score.quick.title' : 'score.end.short')), h('span', { class: 'quiet' }, t(`game.${state.reckoning.game}`))),
    h('div', { class: 'bar-tools' }, tool('undo', 'undo', page.undo, !page.model.canUndo), tool('share', 'share', () => page.act.ui({ dialog: 'share' })), tool('game', 'options', () => page.act.ui({ dialog: 'game' }))));
}

/** One at a time, the most pressing first. @param {State} state @param {any} page */
function banner(state, page) {
  const say = (/** @type {string} */ kind, /** @type {string} */ sign, /** @type {string} */ text) => h('p', { key: 'banner', class: `banner ${kind}`, role: kind === 'error' ? 'alert' : 'status' }, icon(sign), h('span', null, text));
  if (page.model.storage !== 'kept') return say('error', 'device', t(`score.storage.${page.model.storage}${state.line === 'sent' ? '.sent' : ''}`));
  if (state.line === 'refused') return say('error', 'device', t('score.line.refused'));
  if (state.line === 'away') return say('offline', 'device', t('score.away'));
  return null;
}

/** The rounds begun, one of them open. @param {State} state @param {Act} act */
function strip(state, act) {
  const last = state.reckoning.rounds;
  return h('div', { key: 'rounds', class: 'round-strip', role: 'group', 'aria-label': t('score.rounds') },
    Array.from({ length: last }, (_, i) => h('button', { key: `n${i}`, type: 'button', class: 'btn round-chip', 'aria-current': i + 1 === state.round ? 'true' : null, 'aria-label': t('score.round.n', { n: i + 1 }), onClick: () => act.round(i + 1) }, i + 1)),
    last > 1 && state.round === last && untouched(state) && h('button', { key: 'less', type: 'button', class: 'btn plain', onClick: () => act.set({ rounds: last - 1 }) }, t('score.round.drop', { n: last })));
}

/** Whether nothing was entered in the round that is open. @param {State} state */
const untouched = (state) => blank(state.fields, state.round);

/** @param {Record<string, any>} fields @param {number} round */
const blank = (fields, round) => !Object.entries(fields).some(([key, value]) => value !== null && value !== ''
  && (key.startsWith(`r${round}/`) || (key.startsWith('t/') && String(value).startsWith(String(round)))));

/** What ends the game: a round that was begun by habit, with nothing in it, is no round. @param {Record<string, any>} fields @returns {Record<string, any>} */
export function ending(fields) {
  const rounds = Number(fields.rounds) || 1;
  return { over: true, ...(rounds > 1 && fields.way !== 'quick' && blank(fields, rounds) ? { rounds: rounds - 1 } : {}) };
}

/** The players as tabs, with their running scores. @param {State} state @param {Act} act */
function tabs(state, act) {
  const move = (/** @type {any} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {'ArrowLeft'} */ (event.key)];
    if (!by) return;
    event.preventDefault();
    const to = (state.seat + by + state.reckoning.players) % state.reckoning.players;
    act.seat(to);
    document.getElementById(`tab-${to}`)?.focus();
  };
  return h('div', { key: 'tabs', class: 'tabs', role: 'tablist', 'aria-label': t('score.players') }, seats(state).map((seat) => h('button', {
    key: seat, id: `tab-${seat}`, type: 'button', class: 'tab', role: 'tab', 'data-seat': seat, 'aria-selected': seat === state.seat ? 'true' : 'false', 'aria-controls': 'entry', tabindex: seat === state.seat ? 0 : -1,
    onClick: () => act.seat(seat), onKeydown: move,
  }, h('b', { class: 'num' }, state.reckoning.seats[seat].score ?? '–'), h('span', null, called(state.fields, seat)))));
}

const BESIDE = ['wall', 'floor', 'placed', 'marker', 'discards']; // fields that say themselves what is wrong with them

/** What the rules have against this round: of one seat in the way of tapping, of all by round. @param {State} state */
function errors(state) {
  const mine = state.reckoning.errors.filter((/** @type {any} */ note) => note.round === state.round && !BESIDE.includes(note.cell)
    && (note.seat === null || state.reckoning.way === 'round' || note.seat === state.seat));
  if (!mine.length) return null;
  const who = (/** @type {any} */ note) => (note.seat === null || state.reckoning.way === 'wall' ? '' : `${called(state.fields, note.seat)}: `);
  return h('ul', { key: 'errors', class: 'errors', role: 'status' }, mine.map((/** @type {any} */ note, /** @type {number} */ i) => h('li', { key: `${note.code}${i}` }, who(note) + noteWords('error', note, state.fields.side))));
}

/** Whether this is the last round: somebody has a complete row (A43, R8), or it is the sixth. @param {State} state */
const lastRound = (state) => (state.reckoning.game === 'azul' ? state.reckoning.end_round !== null && state.round >= state.reckoning.end_round : state.round >= LAST);

/** What the big button leads to. @param {State} state */
export function following(state) {
  const { reckoning, seat, round } = state;
  if (reckoning.way === 'wall' && seat + 1 < reckoning.players) return { seat: seat + 1, round };
  if (lastRound(state)) return { phase: 'end' };
  return { seat: 0, round: round + 1 };
}

/** @param {State} state */
function nextWords(state) {
  const to = following(state);
  if ('phase' in to) return t('score.next.end');
  return to.round === state.round ? t('score.next.seat', { name: called(state.fields, to.seat ?? 0) }) : t('score.next.round', { n: to.round });
}

/** @param {State} state */
const noticed = (state) => (state.reckoning.ends.length && lastRound(state)
  ? h('p', { key: 'ends', class: 'banner', role: 'status' }, icon('flag'), h('span', null, t('score.ends', { name: state.reckoning.ends.map((/** @type {number} */ seat) => called(state.fields, seat)).join(', ') }))) : null);

/** One round being entered. @param {State} state @param {Act} act */
function round(state, act) {
  const tapping = state.reckoning.way === 'wall';
  const board = state.reckoning.game === 'azul' ? tapWall : tapStars;
  const name = called(state.fields, state.seat);
  return h('section', { key: 'entry', id: 'entry', class: 'panel entry', 'data-seat': tapping ? state.seat : null, role: tapping ? 'tabpanel' : null, 'aria-label': tapping ? t('score.entry.of', { name, n: state.round }) : t('score.round.n', { n: state.round }) },
    tapping ? board(state, act) : byRound(state, act),
    errors(state), noticed(state),
    h('button', { key: 'next', type: 'button', class: 'btn primary wide-btn', onClick: act.next }, icon('check'), nextWords(state)));
}

/** Whether a sheet is done with: everybody's total is confirmed, and its end was declared with no tie left to part, or somebody wished to keep it. Final scores alone declare no end: the last one may be half typed. @param {State} state */
export function settled({ reckoning, fields, kept }) {
  const declared = fields.over === true && reckoning.way !== 'quick' && !reckoning.unresolved.length;
  return reckoning.seats.every((/** @type {any} */ told) => told.confirmed !== null) && (declared || kept !== null || Boolean(fields.keep));
}

/** A finished sheet that was opened again: who won, and a way back to the entries. @param {State} state @param {Act} act */
const reopened = (state, act) => [
  h('div', { key: 'finish', class: 'finish' },
    h('button', { key: 'entries', type: 'button', class: 'btn plain back', 'data-do': 'entries', onClick: () => act.ui({ result: false }) }, t('score.entries')),
    outcome(state, act)),
  state.reckoning.way !== 'quick' && sofar(state, act)];

/** @param {State} state @param {Act} act */
export function body(state, act) {
  if (state.ui.result && settled(state)) return reopened(state, act);
  if (state.reckoning.way === 'quick') return quick(state, act);
  if (state.ui.phase === 'end') {
    return [h('div', { key: 'finish', class: 'finish' }, h('button', { key: 'back', type: 'button', class: 'btn plain back', onClick: () => act.round(state.round) }, t('score.back')), finish(state, act)), sofar(state, act)];
  }
  return [strip(state, act), state.reckoning.way === 'wall' && tabs(state, act), round(state, act), sofar(state, act)];
}

/** Before there is anything to show. @param {string} line */
const waiting = (line) => (line === 'sending'
  ? h('main', { key: 'main', id: 'main', class: 'loading', tabindex: '-1' }, h('h1', { class: 'sr' }, t('score.title')), h('p', { class: 'note', role: 'status' }, t('score.loading')))
  : h('main', { key: 'main', id: 'main', class: 'sorry', tabindex: '-1' }, tile('B'), h('h1', null, t(line === 'unknown' ? 'score.unknown' : 'score.unreached')),
    h('p', { class: 'lead' }, t(line === 'unknown' ? 'score.unknown.note' : 'score.unreached.note')), h('a', { class: 'btn primary', href: '/score' }, t('score.all'))));

/** Where whoever goes on begins: the first number or tile; with a finger at the page, so that no keyboard jumps up. @param {HTMLElement} root @returns {HTMLElement | null} */
export const first = (root) => root.querySelector(globalThis.matchMedia?.('(pointer: fine)').matches ? '.entry .entry-field, [role="tab"][aria-selected="true"], .finish input' : 'main');

// --- the page ---

/** Shows a sheet. @param {HTMLElement} root @param {Model} model */
export function show(root, model) {
  const voice = regions();
  /** @type {Record<string, any>} */
  let ui = { phase: 'round', dialog: null, result: false };
  let at = { seat: 0, round: 1 };
  let begun = false;
  let leagues = remembered();

  /** @returns {State} */
  function state() {
    const reckoning = reckon(model.fields);
    const round = Math.min(at.round, reckoning.rounds);
    return { id: model.id, fields: model.fields, reckoning, seat: Math.min(at.seat, reckoning.players - 1), round, ui, kept: model.kept, changed: model.changed, line: line.line, leagues, problems: model.problems };
  }

  /** Where whoever opens the sheet finds themselves, once there is anything of it: with the server's copy that is later. */
  function begin() {
    begun = true;
    at = { seat: 0, round: Math.max(1, Number(model.fields.rounds) || 1) };
    const now = state();
    const result = settled(now);
    const end = model.fields.over === true || (result && now.reckoning.way !== 'quick');
    ui = { ...ui, phase: end ? 'end' : 'round', result };
  }

  let due = false;
  /** However many things change at once, it is drawn once. */
  function draw() {
    if (due) return;
    due = true;
    queueMicrotask(() => { due = false; render(); });
  }

  function render() {
    if (!model.any) { patch(root, waiting(line.line)); return; }
    if (!begun) begin();
    const now = state();
    document.title = `${seats(now).map((seat) => called(now.fields, seat)).join(', ')} · ${t('score.title')}`;
    patch(root, bar(now, page), h('main', { key: 'main', id: 'main', class: `card-page sheet-page way-${now.reckoning.way} phase-${ui.phase}`, tabindex: '-1', 'data-line': now.line, 'data-round': now.round },
      h('h1', { key: 'h1', class: 'sr' }, `${t('score.title')}: ${t(`game.${now.reckoning.game}`)}`), banner(now, page), ways(now, act), body(now, act)), dialogs(now, act));
  }

  /** @type {Act} */
  const act = {
    set(changes, typing) { model.set(changes, typing); },
    undo() { const back = model.undo(); voice.say(t(back.length ? 'score.undone' : 'score.undone.none')); },
    ui(changes) {
      if (changes.phase === 'end' && model.fields.over !== true) model.set(ending(model.fields));
      const turned = (changes.phase && changes.phase !== ui.phase) || (ui.result && changes.result === false);
      ui = { ...ui, ...changes };
      draw();
      if (turned) focusFirst(); // another page as it were: from its top
    },
    seat(n) { at = { ...at, seat: n }; draw(); },
    round(n) { at = { ...at, round: n }; ui = { ...ui, phase: 'round', result: false }; draw(); },
    say: voice.say,
    next() {
      const to = following(state());
      if ('phase' in to) { act.ui(to); return; }
      if (to.round > (Number(model.fields.rounds) || 1)) model.set({ rounds: to.round });
      at = { seat: to.seat ?? 0, round: to.round ?? at.round };
      draw();
      const now = state();
      voice.say(now.reckoning.way === 'wall' ? t('score.entry.of', { name: called(now.fields, now.seat), n: now.round }) : t('score.round.n', { n: now.round }));
      focusFirst();
    },
  };
  const page = { model, act, undo: act.undo };

  /** After the next drawing. */
  function focusFirst() {
    requestAnimationFrame(() => {
      first(root)?.focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: 'instant' });
    });
  }

  const line = connect(model, {
    state: () => draw(),
    others: () => { if (model.any) voice.say(t('score.others')); },
  });
  model.subscribe(() => { line.edited(); draw(); });
  prefs.subscribe(draw);
  addEventListener('storage', (event) => { if (event.key === `azulejos.sheet.${model.id}`) model.rejoin(); });
  addEventListener('online', () => line.wake());
  document.addEventListener('visibilitychange', () => (document.hidden ? line.flush() : line.wake()));
  addEventListener('pagehide', () => line.flush());
  addEventListener('pageshow', (event) => { if (event.persisted) line.wake(); });
  addEventListener('keydown', (event) => {
    const typing = /** @type {HTMLElement} */ (event.target).matches?.('input, textarea, select');
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !event.shiftKey && !typing) { event.preventDefault(); act.undo(); }
  });
  ask().then((told) => { if (told) { leagues = told.leagues; draw(); } });
  render();
}

const root = globalThis.document?.getElementById('app');
const id = globalThis.location?.pathname.match(/^\/s\/([a-z0-9]{16,40})$/)?.[1];
if (root && id) show(root, new Model(id));
