// The clocks of a table: what each seat has left, counted down on the page between two words of the server.
import { h } from './dom.js';
import { lang, t } from './i18n.js';

/** @typedef {{kind: 'live'|'days', base: number, increment: number, seconds: Array<number|null>, running: number[], now: number, since?: number}} Clock */

const LOW = { live: 60, days: 6 * 3600 }; // seconds from which the own clock presses
const SAID = [10, 30, 60]; // seconds at which the own clock speaks, and at no other time
const DAY = 86_400;
const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' });

/** Seconds as a clock shows them: 4:07, tenths at the end, "2 d 3 h" where there are days. @param {number} seconds @param {string} kind */
export function face(seconds, kind) {
  if (kind === 'days' && seconds >= DAY) return t('clock.days', { d: Math.floor(seconds / DAY), h: Math.floor((seconds % DAY) / 3600) });
  if (kind === 'days' && seconds >= 3600) return t('clock.hours', { h: Math.floor(seconds / 3600), m: Math.floor((seconds % 3600) / 60) });
  if (seconds < 10) return tenths.format(Math.floor(seconds * 10) / 10);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What was agreed on, in words. @param {{kind: string, base: number, increment: number}|null|undefined} clock */
export function terms(clock) {
  if (!clock) return null;
  if (clock.kind === 'days') return t('clock.per_move', { n: Math.round(clock.base / DAY) });
  const m = Math.round(clock.base / 6) / 10;
  return clock.increment ? t('clock.live.more', { m, s: clock.increment }) : t('clock.live', { m });
}

/** Note when a view came: from then on the page counts. @param {any} view @param {number} [now] milliseconds */
export function received(view, now = performance.now()) {
  if (view.clock) view.clock.since = now;
}

/** Seconds left to a seat, null where it has no clock. @param {Clock|null|undefined} clock @param {number} seat @param {number} [now] */
export function remaining(clock, seat, now = performance.now()) {
  const left = clock?.seconds?.[seat] ?? null;
  if (left === null || !clock?.running.includes(seat)) return left;
  return Math.max(0, left - (now - (clock.since ?? now)) / 1000);
}

/** Whether this seat is the viewer's and has little left. @param {any} view @param {number} seat */
const low = (view, seat) => view.you?.includes(seat) && view.status === 'playing' && (remaining(view.clock, seat) ?? Infinity) < LOW[/** @type {Clock} */ (view.clock).kind];

/** A seat's clock, for the line above its board; a screen reader finds it there, and is not told of every second. @param {any} view @param {number} seat */
export function clockOf(view, seat) {
  const left = remaining(view.clock, seat);
  if (left === null || view.seats[seat].kind !== 'person') return null;
  const runs = view.clock.running.includes(seat);
  return h('span', { key: 'clock', class: `clock num${runs ? ' runs' : ''}${low(view, seat) ? ' low' : ''}`, role: 'timer', 'aria-live': 'off' },
    h('span', { class: 'sr' }, `${t('clock.left')} `), h('span', { 'data-clock': seat }, face(left, view.clock.kind)));
}

/** The mark that a clock has passed since `before`, if it speaks there. @param {number} before @param {number} now */
export const passed = (before, now) => SAID.find((mark) => before > mark && now <= mark) ?? null;

/**
 * Counts down what is drawn. `draw` is called when a clock begins to press, `say` when the own one speaks.
 * @param {{view: () => any, root: Element, draw: () => void, say: (text: string) => void}} page
 */
export function ticking(page) {
  /** @type {Map<number, number>} */
  const last = new Map();
  /** @type {any} */
  let timer = null;

  /** @param {any} view @param {number} seat */
  function step(view, seat) {
    const left = remaining(view.clock, seat) ?? 0;
    const el = page.root.querySelector(`[data-clock="${seat}"]`);
    if (el?.firstChild) el.firstChild.nodeValue = face(left, view.clock.kind);
    if (el && low(view, seat) !== el.parentElement?.classList.contains('low')) page.draw();
    const mark = view.you.includes(seat) ? passed(last.get(seat) ?? left, left) : null;
    if (mark !== null) page.say(t('clock.said', { n: mark }));
    last.set(seat, left);
    return left;
  }

  function tick() {
    clearTimeout(timer);
    const view = page.view();
    const running = view?.status === 'playing' ? view.clock?.running ?? [] : [];
    if (!running.length) { last.clear(); return; }
    const least = Math.min(...running.map((/** @type {number} */ seat) => step(view, seat)));
    timer = setTimeout(tick, least < 11 ? 100 : 500);
  }
  return tick;
}
