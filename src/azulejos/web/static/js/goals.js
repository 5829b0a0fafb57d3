// Counting aids of Summer Pavilion: how far the final bonuses are, and what bag and tower hold.
import { h } from './dom.js';
import { ORDER, rhomb } from './parts.js';
import { t } from './i18n.js';
import { emblem } from './paying.js';
import { STARS } from './starmap.js';
import { capital, starName } from './pavwords.js';

const WORTH = /** @type {Record<string, number>} */ ({ P: 20, G: 18, O: 17, Y: 16, B: 15, R: 14 }); // S50
const MIXED = 12;

/**
 * What a star may pay when full, least and most: a grey star with fewer than two tiles may still become a star of one colour or a
 * mixed one (S55, S56). @param {string} tiles @param {string} star @param {string} side @returns {[number, number]}
 */
export function worthOf(tiles, star, side) {
  const sure = (/** @type {number} */ n) => /** @type {[number, number]} */ ([n, n]);
  if (side === 'coloured') return sure(star === '*' ? MIXED : WORTH[star]);
  const held = [...tiles].filter((tile) => tile !== '.');
  if (held.length < 2) return [MIXED, held.length ? WORTH[held[0]] : Math.max(...Object.values(WORTH))];
  return sure(held[0] === held[1] ? WORTH[held[0]] : MIXED);
}

/** @param {any} show @param {number} seat */
function starGoals(show, seat) {
  return STARS.map((star) => {
    const tiles = show.boards[seat].stars[star]; const worth = worthOf(tiles, star, show.options.side);
    return { key: star, name: capital(starName(star, show.options.side)), sign: emblem(star, show.options.side), done: [...tiles].filter((tile) => tile !== '.').length, all: 6, worth };
  });
}

/** All spaces that carry a number, from 1 to 4 (S49, S57). @param {any} show @param {number} seat */
function numberGoals(show, seat) {
  return [1, 2, 3, 4].map((number) => {
    const spaces = STARS.flatMap((star) => show.numbers[star].map((/** @type {number} */ n, /** @type {number} */ i) => (n === number ? show.boards[seat].stars[star][i] : null))).filter((tile) => tile !== null);
    return { key: String(number), name: t('pavilion.goal.number', { n: number }), sign: h('b', { class: 'num' }, number), done: spaces.filter((tile) => tile !== '.').length, all: spaces.length, worth: [4 * number, 4 * number] };
  });
}

/** "12", "12–20". @param {number[]} worth */
const span = ([least, most]) => (least === most ? `${most}` : `${least}–${most}`);

/** The final bonuses of one seat: what is done, what is missing, what it brings. @param {any} view @param {number} seat */
export const goals = (view, seat) => h('section', { key: 'goals', class: 'panel goals', 'aria-labelledby': 'goals-title' },
  h('h2', { class: 'eyebrow', id: 'goals-title' }, t('pavilion.goals')),
  [starGoals(view.show, seat), numberGoals(view.show, seat)].map((some) => h('ul', null, some.map((goal) => h('li', { key: goal.key, class: goal.done === goal.all ? 'done' : '' },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, goal.sign),
    h('span', { class: 'far', 'aria-hidden': 'true' }, h('b', { class: 'num' }, `${goal.done}/${goal.all}`), h('small', { class: 'num' }, `+${span(goal.worth)}`)),
    h('span', { class: 'sr' }, t('pavilion.goal', { name: goal.name, done: goal.done, all: goal.all, n: goal.worth[1], points: span(goal.worth) })))))));

/** Bag and tower, colour by colour. @param {any} view */
export function counts(view) {
  const row = (/** @type {'bag'|'tower'} */ place) => {
    const held = view.show[place]; const all = [...ORDER.pavilion].reduce((sum, c) => sum + held[c], 0);
    return h('tr', { key: place }, h('th', { scope: 'row' }, t(`pavilion.${place}`)),
      [...ORDER.pavilion].map((c) => h('td', { key: c, class: held[c] ? '' : 'zero' }, held[c])), h('td', { key: 'all' }, all));
  };
  return h('section', { key: 'counts', class: 'panel', 'aria-labelledby': 'counts-title' },
    h('h2', { class: 'eyebrow', id: 'counts-title' }, t('pavilion.counts')),
    h('table', { class: 'counts' },
      h('thead', null, h('tr', null, h('td'), [...ORDER.pavilion].map((c) => h('th', { key: c, scope: 'col' }, rhomb(c), h('span', { class: 'sr' }, t(`colour.${c}`)))), h('th', { key: 'all', scope: 'col' }, h('span', { class: 'sr' }, t('pavilion.all'))))),
      h('tbody', null, row('bag'), row('tower'))));
}
