// Small parts that the boards to tap on share: sums, what can be done with a tile in hand, where the focus goes.
import { h } from '../dom.js';
import { colour, icon, rhomb, signed, tile } from '../parts.js';
import { t } from '../i18n.js';
import { before } from './byround.js';
import { noteWords } from './saying.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

/** What is wrong with a cell, in words. @param {State} state @param {string} cell */
export const wrongs = (state, cell) => state.reckoning.errors
  .filter((/** @type {any} */ note) => note.seat === state.seat && note.cell === cell)
  .map((/** @type {any} */ note) => noteWords('error', note, state.fields.side));

/** A piece of the sheet's game. @param {State} state @param {string} letter */
export const pieceOf = (state, letter) => (state.reckoning.game === 'azul' ? tile(letter) : rhomb(letter));

/** The focus goes to an element once it is drawn; what is asked for a tile comes into sight with it. @param {string} selector */
export function focusSoon(selector) {
  requestAnimationFrame(() => setTimeout(() => {
    const el = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    el?.focus({ preventScroll: true });
    el?.closest('.offer')?.scrollIntoView({ block: 'nearest' });
  }, 0));
}

/** Points that were typed for this round stand for tiles that were not tapped. @param {State} state */
export const untapped = ({ reckoning, seat, round }) => reckoning.hints
  .filter((/** @type {any} */ note) => note.code === 'round_not_tapped' && note.seat === seat && note.round === round)
  .map((/** @type {any} */ note) => h('p', { key: 'untapped', class: 'field-odd' }, noteWords('hint', note)));

/** "+3 +5 = +8"; one number stands alone. @param {number[]} parts */
export function sum(parts) {
  if (!parts.length) return h('b', null, '0');
  const all = parts.reduce((a, b) => a + b, 0);
  return parts.length === 1 ? h('b', null, signed(all)) : [`${parts.map(signed).join(' ')} = `, h('b', null, signed(all))];
}

/** "22 becomes 26". @param {State} state @param {number | null} after */
export function becomes(state, after) {
  const from = before(state, state.seat, state.round);
  return h('div', { key: 'all', class: 'all' },
    h('dt', null, from === null ? t('score.tap.now') : t('score.tap.becomes', { n: from })), h('dd', { class: 'num', 'data-score': after ?? '' }, after ?? '–'));
}

/**
 * What can be done with a cell in hand: choose its colour, put its tile into another round, take it away. A colour that the rules
 * refuse there says why first and is laid when it is pressed again: a mistake at the table is pointed out, not forbidden.
 * @param {State} state @param {Act} act
 * @param {{where: string, colours: string, taken: string, there: import('./taps.js').Tap | null, insist: string | null, why: (letter: string) => string,
 *   lay: (letter: string) => void, move: (round: number) => void, lift: () => void, hold: (letter: string) => void, close: () => void}} on
 */
export function offer(state, act, on) {
  const { there } = on;
  const swatch = (/** @type {string} */ letter) => {
    const no = on.taken.includes(letter);
    const press = () => { if (no && on.insist !== letter && there?.colour !== letter) { on.hold(letter); act.say(t('score.tap.insist', { why: on.why(letter) })); } else on.lay(letter); };
    return h('button', { key: letter, type: 'button', class: `swatch${no ? ' no' : ''}${on.insist === letter ? ' held' : ''}`, 'data-colour': letter, 'aria-pressed': String(there?.colour === letter), 'aria-label': no ? t('score.tap.colour.taken', { colour: colour(letter), why: on.why(letter) }) : colour(letter), onClick: press },
      pieceOf(state, letter));
  };
  const rounds = Array.from({ length: state.reckoning.rounds }, (_, i) => i + 1);
  return h('div', { key: 'offer', class: 'offer', role: 'group', 'aria-label': on.where, onKeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') { event.preventDefault(); on.close(); } } },
    h('p', { key: 'where', class: 'offer-head' }, h('b', null, on.where),
      h('button', { type: 'button', class: 'btn plain icon-only', 'aria-label': t('score.tap.close'), 'data-do': 'close', onClick: on.close }, icon('close'))),
    on.colours.length > 1 && h('div', { key: 'palette', class: 'palette', role: 'group', 'aria-label': t('score.tap.palette') }, [...on.colours].map(swatch)),
    on.insist && h('p', { key: 'insist', class: 'warn' }, t('score.tap.insist', { why: on.why(on.insist) })),
    there && h('div', { key: 'more', class: 'offer-more' },
      rounds.length > 1 && h('label', { class: 'offer-round' }, h('span', null, t('score.tap.round')),
        h('select', { class: 'select', 'data-do': 'move', value: String(there.round), onChange: (/** @type {any} */ event) => on.move(Number(event.currentTarget.value)) },
          rounds.map((n) => h('option', { key: String(n), value: String(n), selected: n === there.round }, String(n))))),
      h('button', { type: 'button', class: 'btn', 'data-do': 'lift', onClick: on.lift }, t('score.tap.lift'))));
}
