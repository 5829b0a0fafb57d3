// The way by round: what each player's tiles brought and cost, and the running score with its lowest value (R10; A35, S5).
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { called, hints, numberField, seats, stepper, wrongs } from './entering.js';
import { AZUL, PAVILION } from './tables.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

/** A number with the real minus. @param {number} n */
const plain = (n) => (n < 0 ? `−${-n}` : String(n));

/** The score before a round, or null where a round is missing. @param {State} state @param {number} seat @param {number} round */
export function before(state, seat, round) {
  if (round === 1) return state.reckoning.game === 'azul' ? 0 : PAVILION.start;
  return state.reckoning.seats[seat].rounds[round - 2]?.score ?? null;
}

/** "22 + 8 − 4 = 26", and why it stays at the lowest where it does. @param {State} state @param {number} seat @param {number} round */
export function sum(state, seat, round) {
  const told = state.reckoning.seats[seat].rounds[round - 1];
  const from = before(state, seat, round);
  if (!told || told.score === null || from === null) return null;
  const azul = state.reckoning.game === 'azul';
  const parts = azul ? [told.wall ?? 0, told.floor ?? 0] : [told.marker ?? 0, told.placed ?? 0, told.discards ?? 0];
  const words = parts.filter((n, i) => n !== 0 || (azul && i === 0)).map((n) => (n < 0 ? ` − ${-n}` : ` + ${n}`)).join('');
  const least = azul ? 0 : PAVILION.least;
  const raw = from + parts.reduce((a, b) => a + b, 0);
  return { text: `${plain(from)}${words} =`, score: told.score, least: raw !== told.score ? least : null };
}

/** @param {State} state @param {number} seat @param {number} round */
function running(state, seat, round) {
  const told = sum(state, seat, round);
  if (!told) return h('p', { key: 'sum', class: 'entry-sum quiet' }, '–');
  return h('p', { key: 'sum', class: 'entry-sum' }, h('span', null, told.text), ' ', h('b', { class: 'num' }, told.score),
    told.least !== null && h('small', null, t('score.least', { n: told.least })));
}

/** What one field asks. @param {State} state @param {number} seat @param {string} name @param {number} high */
function asked(state, seat, name, high) {
  const key = `r${state.round}/${seat}/${name}`;
  return { key, label: t(`score.round.${name}`), value: state.fields[key], range: /** @type {[number, number]} */ ([0, high]), wrong: wrongs(state, seat, state.round, name, key) };
}

/** What was tapped stands in the field until something is typed there. @param {State} state @param {number} seat @param {string} name */
function tapped(state, seat, name) {
  const told = state.reckoning.seats[seat].rounds[state.round - 1];
  const n = told?.[name];
  return n !== null && n !== undefined && !state.reckoning.seats[seat].typed[state.round - 1]?.includes(name) ? String(n) : undefined;
}

/** @param {State} state @param {Act} act @param {number} seat */
function fieldsOf(state, act, seat) {
  if (state.reckoning.game !== 'azul') {
    return [numberField({ ...asked(state, seat, 'placed', PAVILION.mostPlaced), placeholder: tapped(state, seat, 'placed') }, act),
      numberField(asked(state, seat, 'marker', PAVILION.mostMarker), act),
      numberField(asked(state, seat, 'discards', PAVILION.mostDiscards), act)];
  }
  const floor = state.fields[`r${state.round}/${seat}/floor`];
  const lost = AZUL.penalty[floor] ?? 0;
  return [numberField({ ...asked(state, seat, 'wall', AZUL.mostWall), placeholder: tapped(state, seat, 'wall') }, act),
    stepper({ ...asked(state, seat, 'floor', AZUL.mostFloor), note: h('span', { key: 'lost', class: lost ? 'chip bad' : 'chip' }, lost ? `−${lost}` : '0') }, act)];
}

/** @param {State} state @param {Act} act @param {number} seat */
function card(state, act, seat) {
  const odd = hints(state, seat, ['round_missing'], state.round);
  return h('div', { key: `seat-${seat}`, class: 'entry-card', 'data-seat': seat, role: 'group', 'aria-labelledby': `entry-${seat}` },
    h('p', { class: 'entry-line' }, h('b', { class: 'entry-name', id: `entry-${seat}` }, called(state.fields, seat)), running(state, seat, state.round)),
    h('div', { class: state.reckoning.game === 'azul' ? 'entry-fields' : 'entry-fields trio-fields' }, fieldsOf(state, act, seat)),
    odd.length > 0 && h('p', { key: 'odd', class: 'field-odd' }, odd.join(' ')));
}

/** Everybody's round, for the inside of the entry panel. @param {State} state @param {Act} act */
export const view = (state, act) => [
  h('p', { key: 'help', class: 'note' }, t(state.reckoning.game === 'azul' ? 'score.round.help.azul' : 'score.round.help.pavilion')),
  h('div', { key: `round-${state.round}`, class: 'entry-cards' }, seats(state).map((seat) => card(state, act, seat))),
];
