// What the sheet holds so far: a row for each round, each of which can be opened again.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../parts.js';
import { called, seats } from './entering.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const shown = (/** @type {number | null | undefined} */ n) => (n === null || n === undefined ? '–' : String(n));

/** Where the entries are. @param {State} state */
const safe = (state) => h('p', { key: 'safe', class: 'note safe' }, icon(state.line === 'sent' ? 'check' : 'device'), t(`score.line.${state.line}`));

/** @param {State} state @param {Act} act @param {number} round */
function row(state, act, round) {
  const now = state.ui.phase === 'round' && round === state.round;
  return h('tr', { key: `r${round}`, class: now ? 'now' : null },
    h('th', { scope: 'row' }, h('button', { type: 'button', class: 'btn plain round-link', 'aria-current': now ? 'true' : null, 'aria-label': t('score.round.open', { n: round }), onClick: () => act.round(round) }, round, icon('pen'))),
    seats(state).map((seat) => h('td', { key: seat }, shown(state.reckoning.seats[seat].rounds[round - 1]?.score))));
}

/** @param {State} state */
function foot(state) {
  const { reckoning } = state;
  const value = (/** @type {number} */ seat) => (reckoning.over ? reckoning.seats[seat].confirmed ?? reckoning.seats[seat].total : reckoning.seats[seat].score);
  return h('tr', { class: 'total' }, h('th', { scope: 'row' }, t(reckoning.over ? 'score.total' : 'score.now')), seats(state).map((seat) => h('td', { key: seat }, shown(value(seat)))));
}

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { reckoning } = state;
  return h('section', { key: 'sofar', class: 'panel sofar', 'aria-labelledby': 'sofar-title' },
    h('h2', { id: 'sofar-title' }, t('score.sofar')),
    h('div', { class: 'scroll-x' }, h('table', { class: 'sums' },
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('score.round')), seats(state).map((seat) => h('th', { key: seat, scope: 'col' }, h('span', { class: 'sums-name', 'data-seat': seat }, called(state.fields, seat)))))),
      h('tbody', null, Array.from({ length: reckoning.rounds }, (_, i) => row(state, act, i + 1))),
      h('tfoot', null, foot(state)))),
    state.ui.phase === 'round' && h('button', { key: 'end', type: 'button', class: 'btn wide-btn', onClick: () => act.ui({ phase: 'end' }) }, icon('flag'), t(reckoning.game === 'azul' ? 'score.end' : 'score.end.pavilion')),
    h('p', { key: 'note', class: 'hint' }, t('score.sofar.note')), safe(state));
}
