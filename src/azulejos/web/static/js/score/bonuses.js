// The bonuses at the end, seat by seat: counted from the tiles that were tapped, or asked for by kind (R6; S49-S52).
import { h } from '../dom.js';
import { colour, rhomb, signed } from '../parts.js';
import { t } from '../i18n.js';
import { capital, starName } from '../pavwords.js';
import { stepper, wrongs } from './entering.js';
import { AZUL, PAVILION } from './tables.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const KINDS = /** @type {Array<'rows'|'columns'|'colours'>} */ (['rows', 'columns', 'colours']);
const WORTH = /** @type {Record<string, number>} */ (PAVILION.starWorth);
const NUMBERS = Object.entries(/** @type {Record<string, number>} */ (PAVILION.numberWorth));
const MANY = 'C';

/** Whether the taps say what a seat's bonuses are. @param {State} state @param {number} seat */
const counted = (state, seat) => state.reckoning.way === 'wall' && Object.keys(state.reckoning.seats[seat].tiles).length > 0;
const sideOf = (/** @type {State} */ { fields }) => (fields.side === 'grey' ? 'grey' : 'coloured');
const starWords = (/** @type {State} */ state, /** @type {string} */ place) => capital(starName(place === 'C' ? '*' : place, sideOf(state)));

/** @param {State} state @param {Act} act @param {number} seat */
export const bonuses = (state, act, seat) => h('div', { key: 'bonuses', class: 'bonuses', role: 'group', 'aria-label': t('score.finish.bonuses') },
  (state.reckoning.game === 'azul' ? azul : pavilion)(state, act, seat));

/** @param {State} state @param {Act} act @param {number} seat */
function azul(state, act, seat) {
  const told = state.reckoning.seats[seat].bonuses;
  return KINDS.map((kind) => {
    const n = told.counts[kind]; const key = `b/${seat}/${kind}`; const each = AZUL.each[kind];
    if (counted(state, seat)) return line(kind, t(`score.finish.${kind}`), n ? `${n} × ${each} = ` : '', told[kind]);
    const gained = told[kind] ?? 0;
    return stepper({ key, label: t(`score.finish.${kind}.each`, { n: each }), value: state.fields[key] ?? null, range: [0, AZUL.mostRows], placeholder: String(n ?? 0), wrong: wrongs(state, seat, null, kind, key),
      note: h('span', { key: 'gained', class: gained ? 'chip good' : 'chip' }, gained ? signed(gained) : '0') }, act);
  });
}

/** One bonus that was counted. @param {string} key @param {string} label @param {any} how @param {number} points */
const line = (key, label, how, points) => h('p', { key, class: 'bonus-line' }, h('span', null, label), h('span', { class: 'num' }, how, h('b', null, points ? signed(points) : '0')));

/** @param {State} state @param {Act} act @param {number} seat */
function pavilion(state, act, seat) {
  const { fields } = state;
  const key = `b/${seat}/corners`;
  return [
    counted(state, seat) ? counts(state, seat) : [stars(state, act, seat), numbers(state, act, seat)],
    stepper({ key, label: t('score.finish.corners'), value: fields[key] ?? null, range: [0, PAVILION.mostCorners], placeholder: '0', wrong: wrongs(state, seat, null, 'corners', key),
      note: h('span', { key: 'lost', class: fields[key] > 0 ? 'chip bad' : 'chip' }, fields[key] > 0 ? `−${fields[key]}` : '0') }, act),
  ];
}

/** What the stars tapped bring. @param {State} state @param {number} seat */
function counts(state, seat) {
  const told = state.reckoning.seats[seat].bonuses;
  const full = [...PAVILION.places].filter((place) => told.counts.stars[place]);
  const all = NUMBERS.filter(([number]) => told.counts.numbers[number]);
  return [
    full.map((place) => line(`star-${place}`, sideOf(state) === 'grey' ? t('score.finish.star.as', { star: starWords(state, place), as: asWords(told.counts.stars[place]) }) : starWords(state, place), '', WORTH[told.counts.stars[place]])),
    all.map(([number, worth]) => line(`number-${number}`, t('score.finish.number', { n: number }), '', worth)),
    !full.length && !all.length && h('p', { key: 'none', class: 'bonus-line quiet' }, t('score.finish.none')),
  ];
}

/** What a complete star counts as. @param {string} letter */
const asWords = (letter) => (letter === MANY ? t('score.finish.star.many') : colour(letter));

/** Which stars are complete, and on the grey side as what (S54, S56). @param {State} state @param {Act} act @param {number} seat */
function stars(state, act, seat) {
  const held = state.reckoning.seats[seat].bonuses.counts.stars;
  return h('fieldset', { key: 'stars', class: `bare bonus-stars${sideOf(state) === 'grey' ? ' as' : ''}` }, h('legend', { class: 'eyebrow' }, t('score.finish.stars')),
    [...PAVILION.places].map((place) => (sideOf(state) === 'grey' ? greyStar : ownStar)(state, act, `b/${seat}/stars/${place}`, place, held[place])));
}

/** @param {State} state @param {Act} act @param {string} key @param {string} place @param {string | null} held */
function ownStar(state, act, key, place, held) {
  return h('button', { key, type: 'button', class: 'btn bonus-toggle', 'data-star': place, 'aria-pressed': String(Boolean(held)), 'aria-label': `${starWords(state, place)}, ${signed(WORTH[place])}`, onClick: () => act.set({ [key]: held ? '' : place }) },
    place === MANY ? h('span', { class: 'many', 'aria-hidden': 'true' }, '✳') : rhomb(place), h('b', { class: 'num' }, signed(WORTH[place])));
}

/** @param {State} state @param {Act} act @param {string} key @param {string} place @param {string | null} held */
function greyStar(state, act, key, place, held) {
  const kinds = ['', ...PAVILION.letters, MANY];
  const words = (/** @type {string} */ kind) => (kind ? `${asWords(kind)} ${signed(WORTH[kind])}` : t('score.finish.star.open'));
  return h('label', { key, class: 'labelled' }, h('span', null, starWords(state, place)),
    h('select', { class: 'select', 'data-star': place, value: held ?? '', onChange: (/** @type {any} */ event) => act.set({ [key]: event.currentTarget.value }) },
      kinds.map((kind) => h('option', { key: kind || '-', value: kind, selected: (held ?? '') === kind }, words(kind)))));
}

/** Which numbers are covered on every star (S49). @param {State} state @param {Act} act @param {number} seat */
function numbers(state, act, seat) {
  const held = state.reckoning.seats[seat].bonuses.counts.numbers;
  return h('fieldset', { key: 'numbers', class: 'bare bonus-stars' }, h('legend', { class: 'eyebrow' }, t('score.finish.numbers')),
    NUMBERS.map(([number, worth]) => h('button', { key: number, type: 'button', class: 'btn bonus-toggle', 'data-number': number, 'aria-pressed': String(Boolean(held[number])), 'aria-label': `${t('score.finish.number', { n: number })}, ${signed(worth)}`, onClick: () => act.set({ [`b/${seat}/numbers/${number}`]: !held[number] }) },
      h('span', { class: 'many', 'aria-hidden': 'true' }, number), h('b', { class: 'num' }, signed(worth)))));
}

/** All that a seat's bonuses come to. @param {State} state @param {number} seat */
export function worth(state, seat) {
  const told = state.reckoning.seats[seat].bonuses;
  const add = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
  if (state.reckoning.game === 'azul') return add(KINDS.map((kind) => told[kind] ?? 0));
  return add([...Object.values(told.stars), ...Object.values(told.numbers), told.corners].map(Number));
}
