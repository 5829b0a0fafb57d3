// The end of a sheet: bonuses, everybody's total to confirm, rows where a tie asks for them, then the result (R2, R11, R12, R14).
import { h } from '../dom.js';
import { icon, signed } from '../parts.js';
import { t } from '../i18n.js';
import { bonuses, worth } from './bonuses.js';
import { called, hints, numberField, seats, wrongs } from './entering.js';
import { outcome } from './result.js';
import { noteWords } from './saying.js';
import { MOST_POINTS } from './tables.js';

export { outcome } from './result.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const open = seats(state).filter((seat) => state.reckoning.seats[seat].confirmed === null);
  return h('div', { key: 'finish', class: 'finish-view' },
    pointed(state, act),
    h('ol', { key: 'finals', class: 'finals' }, seats(state).map((seat) => card(state, act, seat))),
    odd(state),
    open.length ? confirm(state, act, open) : outcome(state, act));
}

/** What is still pointed out in the rounds, with a way there. @param {State} state @param {Act} act */
function pointed(state, act) {
  const notes = state.reckoning.errors.filter((/** @type {any} */ note) => note.round !== null);
  if (!notes.length) return null;
  const go = (/** @type {any} */ note) => () => { if (note.seat !== null) act.seat(note.seat); act.round(note.round); act.ui({ phase: 'round' }); };
  return h('section', { key: 'pointed', class: 'panel pointed', 'aria-labelledby': 'pointed-title' },
    h('h2', { id: 'pointed-title' }, t('score.finish.pointed')),
    h('ul', null, notes.slice(0, 6).map((/** @type {any} */ note, /** @type {number} */ i) => h('li', { key: String(i) },
      h('span', null, h('b', null, note.seat === null ? t('score.finish.in', { round: note.round }) : t('score.finish.where', { name: called(state.fields, note.seat), round: note.round })), ' ', noteWords('error', note, state.fields.side)),
      h('button', { type: 'button', class: 'btn', 'aria-label': t('score.finish.look.at', { n: i + 1 }), onClick: go(note) }, t('score.finish.look'))))));
}

/** What looks odd about the whole game (R13). @param {State} state */
function odd(state) {
  const notes = state.reckoning.hints.filter((/** @type {any} */ note) => note.seat === null);
  return notes.map((/** @type {any} */ note) => h('p', { key: `odd-${note.code}`, class: 'field-odd whole' }, noteWords('hint', note, state.fields.side)));
}

/** More than this nobody can have. @param {Record<string, any>} fields */
const highest = (fields) => /** @type {Record<string, number>} */ (MOST_POINTS)[fields.game === 'pavilion' ? `pavilion${fields.side === 'grey' ? '-grey' : ''}` : 'azul'];

/** The total that follows from a seat's entries; null where it does not, as for a board that nobody touched: it is unknown, not empty (R14). @param {State} state @param {number} seat @returns {number | null} */
function counted({ reckoning }, seat) {
  const { total, tiles, typed } = reckoning.seats[seat];
  const touched = Object.keys(tiles).length > 0 || typed.some((/** @type {string[]} */ parts) => parts.length);
  return reckoning.way === 'wall' && !touched ? null : total;
}

/** @param {State} state @param {Act} act @param {number} seat */
function card(state, act, seat) {
  const told = state.reckoning.seats[seat];
  const name = called(state.fields, seat);
  const ours = counted(state, seat);
  const missing = hints(state, seat, ['round_missing']);
  return h('li', { key: `seat-${seat}`, class: 'panel final', 'data-seat': seat },
    h('h2', null, h('span', { class: 'seat-dot', 'aria-hidden': 'true' }), name),
    bonuses(state, act, seat),
    h('dl', { key: 'sum', class: 'reckon' },
      h('div', { key: 'rounds' }, h('dt', null, t('score.finish.rounds', { n: state.reckoning.rounds })), h('dd', { class: 'num' }, told.score ?? '–')),
      h('div', { key: 'bonus' }, h('dt', null, t('score.finish.bonuses')), h('dd', { class: 'num' }, worth(state, seat) ? signed(worth(state, seat)) : '0')),
      h('div', { key: 'all', class: 'all' }, h('dt', null, t('score.finish.makes')), h('dd', { class: 'num', 'data-total': ours ?? '' }, ours ?? '–'))),
    missing.length > 0 && h('p', { key: 'missing', class: 'field-odd' }, missing.join(' ')),
    total(state, act, seat, name));
}

/** The number that counts, with ours beside it (R11, R12); rows where they part two who are level (R14). @param {State} state @param {Act} act @param {number} seat @param {string} name */
function total(state, act, seat, name) {
  const { fields, reckoning } = state;
  const told = reckoning.seats[seat];
  const key = `total/${seat}`;
  const rows = `rows/${seat}`;
  const ours = counted(state, seat);
  const tie = reckoning.game === 'azul' && (reckoning.unresolved.includes(seat) || ((fields[rows] ?? null) !== null && told.rows !== fields[rows]));
  const differs = hints(state, seat, ['total_differs', 'rows_differ']);
  return h('div', { key: 'total', class: 'final-total' },
    numberField({ key, label: t('score.finish.total', { name }), value: fields[key], range: [0, highest(fields)], wrong: wrongs(state, seat, null, 'total', key), big: true, placeholder: ours === null ? '' : String(ours) }, act),
    ours !== null && told.confirmed !== ours && h('button', { key: 'take', type: 'button', class: 'btn', 'data-do': `take-${seat}`, 'aria-label': t('score.finish.take.for', { n: ours, name }), onClick: () => act.set({ [key]: ours }) }, icon('check'), t('score.finish.take', { n: ours })),
    ours !== null && told.confirmed === ours && h('p', { key: 'fits', class: 'chip good' }, t('score.finish.fits')),
    tie && numberField({ key: rows, label: t('score.finish.tie'), value: fields[rows], range: [0, 5], placeholder: '?', wrong: wrongs(state, seat, null, 'rows', rows) }, act),
    differs.length > 0 && h('p', { key: 'differs', class: 'field-odd' }, differs.join(' ')));
}

/** One button for everybody whose total is the one reckoned here. @param {State} state @param {Act} act @param {number[]} open */
function confirm(state, act, open) {
  const ready = open.every((seat) => counted(state, seat) !== null);
  const press = () => {
    act.set(Object.fromEntries(open.map((seat) => [`total/${seat}`, counted(state, seat)])));
    act.say(t('score.finish.confirmed'));
    globalThis.requestAnimationFrame?.(() => { // the button is gone: on to the result
      const title = document.getElementById('outcome-title');
      title?.focus({ preventScroll: true });
      title?.closest('section')?.scrollIntoView({ block: 'start' });
    });
  };
  return h('section', { key: 'confirm', class: 'panel confirm-all' },
    h('p', null, ready ? t('score.finish.confirm.why') : t('score.finish.confirm.missing')),
    ready && h('button', { type: 'button', class: 'btn primary big', 'data-do': 'confirm', onClick: press }, icon('check'), t('score.finish.confirm')));
}
