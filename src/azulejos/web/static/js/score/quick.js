// The quick way: everybody's final score, and complete rows where a tie asks for them (R5, R14).
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { called, hints, numberField, seats, wrongs } from './entering.js';
import { outcome } from './finish.js';
import { MOST_POINTS } from './tables.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

/** The most points that there can be. @param {Record<string, any>} fields */
export const most = (fields) => /** @type {Record<string, number>} */ (MOST_POINTS)[fields.game === 'pavilion' ? `pavilion${fields.side === 'grey' ? '-grey' : ''}` : 'azul'];

/** @param {State} state @param {Act} act @param {number} seat */
function card(state, act, seat) {
  const name = called(state.fields, seat);
  const total = `total/${seat}`;
  const rows = `rows/${seat}`;
  const tie = state.reckoning.game === 'azul' && (state.reckoning.unresolved.includes(seat) || (state.fields[rows] ?? null) !== null);
  const odd = hints(state, seat, ['total_differs', 'rows_differ']);
  return h('li', { key: `seat-${seat}`, class: 'entry-card quick-card', 'data-seat': seat },
    h('b', { class: 'entry-name' }, name),
    numberField({ key: total, label: t('score.total.of', { name }), hidden: true, value: state.fields[total], range: [0, most(state.fields)], wrong: wrongs(state, seat, null, 'total', total), big: true, placeholder: t('score.total.short') }, act),
    tie && h('div', { key: 'rows', class: 'quick-rows' }, numberField({ key: rows, label: t('score.rows'), value: state.fields[rows], range: [0, 5], wrong: wrongs(state, seat, null, 'rows', rows) }, act)),
    odd.length > 0 && h('p', { key: 'odd', class: 'field-odd' }, odd.join(' ')));
}

/** @param {State} state @param {Act} act */
export const view = (state, act) => [
  h('section', { key: 'entry', class: 'panel entry', 'aria-labelledby': 'entry-title' },
    h('h2', { id: 'entry-title' }, t('score.quick.title')),
    h('p', { class: 'note' }, t(state.reckoning.game === 'azul' ? 'score.quick.note' : 'score.quick.note.pavilion')),
    h('ol', { class: 'entry-cards' }, seats(state).map((seat) => card(state, act, seat)))),
  h('div', { key: 'outcome', class: 'outcome-place' }, outcome(state, act)),
];
