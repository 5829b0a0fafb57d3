// A Summer Pavilion board as a drawing: seven stars, structures, corners, and the marks of a choice. Knows no rules.
import { h } from './dom.js';
import { colour } from './parts.js';
import { t } from './i18n.js';
import { POSITIONS, STARS, STRUCTURES, centreOf, middleOf, tipOf } from './starmap.js';
import { RHOMBUS, fixed, structure } from './structures.js';
import { capital, spaceName, starName } from './pavwords.js';

/**
 * What is marked: `can` are the spaces that may be filled (with the server's preview), `picked` the space in hand, `tile` the colour
 * shown on it, `run` the tiles it joins, `done` the structures it completes, `star` the star in hand, `fresh` spaces just filled.
 * @typedef {{can?: Map<string, any>, picked?: string|null, tile?: string|null, run?: string[], done?: string[], star?: string|null, fresh?: string[]}} Marks
 * `own` boards are told space by space; `fingers` makes whole stars the buttons; `home` is the space that the tab key reaches; `why` asks about one that cannot be filled.
 * @typedef {{own?: boolean, pick?: (space: string) => void, why?: (space: string) => void, star?: (star: string) => void, fingers?: boolean, home?: string|null}} Hands
 */

const INSIDE = 'M0-75 43.3 0 0 75-43.3 0z'; // the focus ring lies inside, where no neighbour covers it
const move = (/** @type {[number, number]} */ [x, y], /** @type {number} */ turn = 0) => `translate(${fixed(x)} ${fixed(y)})${turn ? ` rotate(${turn})` : ''}`;
const use = (/** @type {string} */ id) => h('use', { href: `#${id}`, x: -50, y: -86.6, width: 100, height: 173.2 });
const turnOf = (/** @type {string} */ space) => tipOf(space[0], Number(space[1])) + 90;
const held = (/** @type {any} */ board, /** @type {string} */ space) => board.stars[space[0]][Number(space[1]) - 1];

/**
 * The board of one seat. @param {any} show @param {number} seat @param {Marks} [marks] @param {Hands} [hands] @param {string} [label]
 */
export function stars(show, seat, marks = {}, hands = {}, label = '') {
  const board = show.boards[seat];
  return h('svg', { key: 'stars', class: 'stars', viewBox: '-492 -462 984 924', role: hands.own ? 'group' : 'img', 'aria-label': label, 'data-side': show.options.side },
    h('rect', { class: 'ground', x: -488, y: -458, width: 976, height: 916, rx: 44 }),
    h('circle', { class: 'halo', r: 300, 'stroke-width': 2 }),
    corners(board, seat),
    STRUCTURES.map((one) => structure(one, board, show.options.side, marks, Boolean(hands.own))),
    STARS.map((star) => starOf(star, show, seat, marks, hands)),
    over(show, marks));
}

/** One star and its six spaces. Where fingers are at work the whole star is the button. @param {string} star @param {any} show @param {number} seat @param {Marks} marks @param {Hands} hands */
function starOf(star, show, seat, marks, hands) {
  const open = POSITIONS.filter((k) => marks.can?.has(`${star}${k}`)).length;
  const whole = hands.fingers && hands.star;
  const covered = [...show.boards[seat].stars[star]].filter((tile) => tile !== '.').length;
  const words = `${capital(starName(star, show.options.side))}, ${t('pavilion.star.covered', { n: covered })}, ${t('pavilion.star.open', { n: open })}`;
  const button = whole && { role: 'button', tabindex: 0, 'aria-pressed': String(marks.star === star), 'aria-label': words };
  return h('g', { key: `star-${star}`, class: `star${open ? ' open' : ''}${marks.star === star ? ' chosen' : ''}`, 'data-star': star, onClick: hands.star ? () => hands.star?.(star) : null, ...button },
    whole && h('circle', { key: 'reach', class: 'reach', cx: fixed(centreOf(star)[0]), cy: fixed(centreOf(star)[1]), r: 150 }),
    POSITIONS.map((k) => space(`${star}${k}`, show, seat, marks, hands)));
}

/** @param {string} name @param {any} show @param {number} seat @param {Marks} marks @param {Hands} hands */
function space(name, show, seat, marks, hands) {
  const board = show.boards[seat]; const tile = held(board, name); const preview = marks.can?.get(name);
  const state = ['space', tile !== '.' && 'full', preview && 'can'].filter(Boolean).join(' ');
  return h('g', { key: name, class: state, ...(hands.own ? reach(name, show, tile, preview, marks, hands) : null) },
    tile !== '.' && laid(tile, middleOf(name), turnOf(name), `star-${seat}-${name}`),
    h('g', { key: 'frame', transform: move(middleOf(name), turnOf(name)) },
      tile === '.' && use(show.options.side === 'grey' || name[0] === '*' ? 'rghost-0' : `rghost-${name[0]}`),
      h('path', { key: 'edge', class: 'edge', d: RHOMBUS }), h('path', { key: 'focus', class: 'focus', d: INSIDE })),
    tile === '.' && number(name, show));
}

/** A tile on the board as a picture of its own, so that motion can follow it. @param {string} tile @param {[number, number]} spot @param {number} turn @param {string} where */
const laid = (tile, [x, y], turn, where) => h('svg', { key: 'tile', x: fixed(x - 87), y: fixed(y - 87), width: 174, height: 174, viewBox: '-87 -87 174 174', 'data-piece': tile, 'data-at': where },
  h('rect', { x: -87, y: -87, width: 174, height: 174, fill: 'none' }), h('g', { transform: `rotate(${turn})` }, use(`rhomb-${tile}`)));

/** What makes a space of one's own board reachable: by pointer, by keyboard, by words. @param {string} name @param {any} show @param {string} tile @param {any} preview @param {Marks} marks @param {Hands} hands */
function reach(name, show, tile, preview, marks, hands) {
  if (hands.fingers) return {};
  const words = { 'aria-label': label(name, show, tile, preview), 'data-space': name };
  if (!preview) return { ...words, role: 'img', tabindex: -1, onClick: hands.why ? () => hands.why?.(name) : null }; // focusable: the space just filled keeps the focus
  return { ...words, role: 'button', tabindex: hands.home === name ? 0 : -1, 'aria-pressed': String(marks.picked === name), 'data-drop': name,
    onClick: (/** @type {Event} */ event) => { event.stopPropagation(); hands.pick?.(name); } };
}

/** Everything about a space in words. @param {string} name @param {any} show @param {string} tile @param {any} preview */
function label(name, show, tile, preview) {
  const where = spaceName(name, show);
  if (tile !== '.') return t('pavilion.space.holds', { where, colour: colour(tile) });
  if (!preview) return t('pavilion.space.costs', { where, n: preview?.number ?? show.numbers[name[0]][Number(name[1]) - 1] });
  return [t('pavilion.space.costs', { where, n: preview.number }), t('pavilion.points', { n: preview.points }), preview.due && t('pavilion.takes', { n: preview.due })].filter(Boolean).join(', ');
}

/** The number stays upright so that it reads from the chair. @param {string} name @param {any} show */
function number(name, show) {
  const [x, y] = middleOf(name);
  return h('text', { x: fixed(x), y: fixed(y + 12), 'aria-hidden': 'true' }, show.numbers[name[0]][Number(name[1]) - 1]);
}

/** What lies above all spaces, so that no neighbour covers it: the tiles joined, the tile in hand and its points. @param {any} show @param {Marks} marks */
function over(show, marks) {
  const edge = (/** @type {string} */ name, /** @type {string} */ kind) => h('path', { key: `${kind}-${name}`, class: `over ${kind}`, d: RHOMBUS, transform: move(middleOf(name), turnOf(name)) });
  const picked = marks.picked && marks.can?.get(marks.picked);
  return h('g', { key: 'over', class: 'overlay', 'aria-hidden': 'true' },
    marks.star && !picked && h('circle', { key: 'chosen', class: 'over chosen', cx: fixed(centreOf(marks.star)[0]), cy: fixed(centreOf(marks.star)[1]), r: 176 }),
    marks.fresh?.map((name) => edge(name, 'fresh')),
    marks.run?.map((name) => edge(name, 'run')),
    picked && h('g', { key: 'preview', class: 'preview', transform: move(middleOf(marks.picked ?? ''), turnOf(marks.picked ?? '')) }, marks.tile && use(`rhomb-${marks.tile}`)),
    picked && edge(marks.picked ?? '', 'picked'),
    picked && h('g', { key: 'gain', class: 'gain', transform: move(middleOf(marks.picked ?? '')) }, h('rect', { x: -34, y: -23, width: 68, height: 46, rx: 23 }), h('text', { y: 12 }, `+${picked.points}`)));
}

const CORNERS = /** @type {Array<[number, number]>} */ ([[-430, -392], [430, -392], [-430, 392], [430, 392]]);
/** The four corners, which hold the tiles kept when passing (S17, S44). @param {any} board @param {number} seat */
function corners(board, seat) {
  return CORNERS.map((spot, i) => h('g', { key: `corner${i}`, class: 'corner', transform: `${move(spot)} scale(.62)` },
    h('path', { class: 'well', d: RHOMBUS }), board.corners[i] && laid(board.corners[i], [0, 0], 0, `star-${seat}-corner${i}`)));
}
