// The placing panel: which star, which space, how to pay. It composes nothing: every payment is a move the server offers.
import { h } from './dom.js';
import { colour, rhomb } from './parts.js';
import { list, t } from './i18n.js';
import { tilesOf } from './market.js';
import { nameOf } from './seat.js';
import { POSITIONS, STARS } from './starmap.js';
import { capital, payWords, spaceName, starName, structureName } from './pavwords.js';

/** The spaces that may be filled, by name. @param {any} view @returns {Map<string, any>} */
export const usable = (view) => new Map((view.choices?.kind === 'place' ? view.choices.spaces : []).map((/** @type {any} */ one) => [one.space, one]));

/** The payments on show: one per colour, fewest wilds first, or all of them. @param {any} one @param {boolean} all @returns {any[]} */
export function shownPays(one, all) {
  const colours = new Set(one.pays.map((/** @type {any} */ pay) => pay.tile));
  if (all || colours.size === 1) return one.pays;
  return [...colours].map((tile) => one.pays.find((/** @type {any} */ pay) => pay.tile === tile));
}

/** The payment in hand, or the one shown on the board until one is chosen. @param {any} one @param {any} ui */
export const payOf = (one, ui) => one?.pays.find((/** @type {any} */ pay) => pay.move === ui.pay) ?? one?.pays[0];

/** Who presses by keyboard is led on; a pointer needs no focus. @param {MouseEvent} event @param {string} selector @param {any} act */
export const follow = (event, selector, act) => { if (event.detail === 0) act.focus?.(selector); };

/** @param {any} view @param {any} ui @param {any} act */
export function paying(view, ui, act) {
  const can = usable(view); const star = ui.picked?.[0] ?? ui.star;
  const title = star ? capital(starName(star, view.show.options.side)) : t('pavilion.pay.title');
  return [
    h('header', { key: 'head', class: 'pay-head' },
      h('h2', { class: 'eyebrow', id: 'pay-title' }, title),
      star && h('button', { key: 'back', type: 'button', class: 'btn plain small', onClick: (/** @type {MouseEvent} */ event) => { act.set({ star: null, picked: null, pay: null, all: false }); follow(event, '.steps .step:enabled', act); } }, t('pavilion.pay.back'))),
    star ? steps(star, view, can, ui, act) : starRow(view, can, act),
    ui.picked && can.has(ui.picked) ? pays(can.get(ui.picked), view, ui, act) : h('p', { key: 'hint', class: 'pay-hint' }, hint(star, can)),
  ];
}

/** The same panel while others decide, so that nothing below it jumps. @param {any} view @param {number} seat */
export function waiting(view, seat) {
  const next = view.waiting?.find((/** @type {number} */ one) => one !== seat); const { passed } = view.show.boards[seat];
  return [
    h('header', { key: 'head', class: 'pay-head' }, h('h2', { class: 'eyebrow', id: 'pay-title' }, t('pavilion.pay.title'))),
    starRow(view, new Map(), null),
    h('p', { key: 'hint', class: 'pay-hint' }, passed ? t('pavilion.wait.passed') : next === undefined ? '' : t('pavilion.wait', { name: nameOf(view, next) })),
  ];
}

/** @param {string|null} star @param {Map<string, any>} can */
function hint(star, can) {
  if (!can.size) return t('pavilion.pay.none');
  if (!star) return t('pavilion.pay.hint', { n: can.size });
  return [...can.keys()].some((space) => space[0] === star) ? t('pavilion.pay.step') : t('pavilion.pay.nothere');
}

/** Seven stars to choose from, each with the most points it offers now. @param {any} view @param {Map<string, any>} can @param {any} act */
function starRow(view, can, act) {
  return h('div', { key: 'stars', class: 'steps seven', role: 'group', 'aria-label': t('pavilion.pay.stars') }, STARS.map((star) => {
    const here = [...can.values()].filter((one) => one.space[0] === star);
    const name = capital(starName(star, view.show.options.side)); const most = Math.max(0, ...here.map((one) => one.points));
    return h('button', { key: star, type: 'button', class: 'step', disabled: !here.length, 'data-pick-star': star, onClick: (/** @type {MouseEvent} */ event) => { act.set({ star, picked: null, pay: null, all: false }); follow(event, '.steps .step:enabled', act); },
      'aria-label': t('site.says', { who: name, what: [t('pavilion.star.open', { n: here.length }), most && t('pavilion.upto', { n: most })].filter(Boolean).join(', ') }) },
    emblem(star, view.show.options.side), here.length > 0 && h('small', { class: 'num' }, `+${most}`));
  }));
}

/** A sign for a star: its colour, or where it lies. @param {string} star @param {string} side */
export function emblem(star, side) {
  if (side === 'coloured' && star !== '*') return rhomb(star);
  const place = STARS.indexOf(star);
  return h('svg', { class: 'where', viewBox: '-12 -12 24 24', 'aria-hidden': 'true' }, STARS.map((one, i) => {
    const angle = ((180 + 60 * i) * Math.PI) / 180; const far = i === 6 ? 0 : 8;
    return h('circle', { class: i === place ? 'here' : '', cx: (far * Math.cos(angle)).toFixed(1), cy: (far * Math.sin(angle)).toFixed(1), r: i === place ? 3.4 : 2 });
  }));
}

/** The six spaces of a star, large enough for a finger. @param {string} star @param {any} view @param {Map<string, any>} can @param {any} ui @param {any} act */
function steps(star, view, can, ui, act) {
  const tiles = view.show.boards[act.seat].stars[star];
  return h('div', { key: `steps-${star}`, class: 'steps', role: 'group', 'aria-label': capital(starName(star, view.show.options.side)) }, POSITIONS.map((k) => {
    const space = `${star}${k}`; const one = can.get(space); const tile = tiles[k - 1]; const picked = ui.picked === space;
    const where = spaceName(space, view.show); const number = view.show.numbers[star][k - 1];
    const words = tile !== '.' ? t('pavilion.space.holds', { where, colour: colour(tile) }) : t('pavilion.space.costs', { where, n: number });
    return h('button', { key: space, type: 'button', class: `step${picked ? ' picked' : ''}`, disabled: !one, 'aria-pressed': String(picked), 'data-step': space,
      'aria-label': one ? `${words}, ${t('pavilion.points', { n: one.points })}${one.due ? `, ${t('pavilion.takes', { n: one.due })}` : ''}` : words,
      onClick: () => act.set({ star, picked: space, pay: null, all: false }) },
    tile !== '.' ? rhomb(tile) : number, one && h('small', { class: 'num' }, `+${one.points}`));
  }));
}

/** The ways to pay for a space, best first. @param {any} one @param {any} view @param {any} ui @param {any} act */
function pays(one, view, ui, act) {
  const shown = shownPays(one, ui.all);
  return h('div', { key: `pays-${one.space}`, class: 'pays', role: 'group', 'aria-label': t('pavilion.pay.ways') },
    h('p', { key: 'gain', class: 'pay-gain' }, h('span', { class: 'chip good' }, t('pavilion.points', { n: one.points })),
      h('span', { class: 'quiet' }, one.joins.length ? t('pavilion.joins', { n: one.joins.length }) : t('pavilion.alone')),
      one.due > 0 && h('span', { class: 'chip cobalt' }, t('pavilion.bonus', { n: one.due }))),
    one.structures.length > 0 && h('p', { key: 'done', class: 'pay-done' }, t('pavilion.completes', { what: list(one.structures.map((/** @type {string} */ name) => structureName(name, view.show.options.side))) })),
    shown.map((pay, i) => payButton(pay, i, one, view, ui, act)),
    shown.length < one.pays.length && h('button', { key: 'more', type: 'button', class: 'btn plain', onClick: (/** @type {MouseEvent} */ event) => { act.set({ all: true }); follow(event, '.pay', act); } }, t('pavilion.pay.more', { n: one.pays.length - shown.length })));
}

/** @param {any} pay @param {number} i @param {any} one @param {any} view @param {any} ui @param {any} act */
function payButton(pay, i, one, view, ui, act) {
  const best = i === 0; const words = payWords(pay); const note = left(pay, view, act.seat);
  return h('button', { key: pay.move, type: 'button', class: `pay${best ? ' best' : ''}`, 'aria-pressed': act.confirm || ui.pay ? String(ui.pay === pay.move) : null, 'data-pay': pay.move,
    onClick: (/** @type {MouseEvent} */ event) => { follow(event, act.confirm ? '[data-do="confirm"]' : `[data-space="${one.space}"]`, act); choose(pay, act); } },
  h('span', { class: 'tiles' }, [...pay.paid].map((letter, n) => rhomb(letter, 'rhomb', n === 0 ? 'laid' : ''))),
  h('span', { class: 'pay-words' }, h('b', null, words), h('small', null, [best && t(pay.wilds ? 'pavilion.pay.fewest' : 'pavilion.pay.nowild'), note].filter(Boolean).join(' · '))),
  h('kbd', { class: 'num', 'aria-hidden': 'true' }, i + 1));
}

/** Pay: at once, or into the tray where the player wants to confirm. @param {any} pay @param {any} act */
export function choose(pay, act) {
  if (act.confirm) act.set({ pay: pay.move });
  else act.play(pay.move);
}

/** What stays in the hand of the colours spent. @param {any} pay @param {any} view @param {number} seat */
function left(pay, view, seat) {
  const { hand } = view.show.boards[seat]; const { wild } = view.show;
  const rest = [...new Set([pay.tile, wild])].map((letter) => ({ letter, n: hand.split(letter).length - pay.paid.split(letter).length })).filter(({ n }) => n > 0);
  return rest.length ? t('pavilion.leaves', { what: list(rest.map(({ letter, n }) => tilesOf(letter, n))) }) : '';
}
