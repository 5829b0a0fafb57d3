// Seven stars to tap on: which tiles a player placed in this round and in which order, what the marker and the discards cost.
import { h } from '../dom.js';
import { colour, rhomb, signed } from '../parts.js';
import { t } from '../i18n.js';
import { POSITIONS, STARS, at, centreOf, middleOf, tipOf, towards } from '../starmap.js';
import { RHOMBUS, fixed } from '../structures.js';
import { capital, spaceName, starName } from '../pavwords.js';
import { called, stepper, wrongs as fieldWrongs } from './entering.js';
import { PAVILION } from './tables.js';
import { reckon } from './reckon.js';
import { SPACES, lifting, placedIn, placing, starChoices, starTaken, tapAt } from './taps.js';
import { becomes, focusSoon, offer, sum, untapped, wrongs } from './tapparts.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const INSIDE = 'M0-75 43.3 0 0 75-43.3 0z'; // the focus ring lies inside, where no neighbour covers it
const EDGE = [484, 446]; // from the middle of the board to its edges
const NEAR = [262, 210]; // how much of it is in sight round a star in hand, to either side
const WILDS = PAVILION.letters; // S20: the wild colours by round, in the order of the letters
/** Where a finger is at work a space is too small: first the star, then its space. */
export const fingers = globalThis.matchMedia?.('(width < 48rem), (pointer: coarse)');

/** Fields call the centre star C, the drawing and the texts call it *. @param {string} space */
const cellOf = (space) => space.replace('*', 'C');
const spaceOf = (/** @type {string} */ cell) => cell.replace('C', '*');
const turnOf = (/** @type {string} */ space) => tipOf(space[0], Number(space[1])) + 90;
const move = (/** @type {[number, number]} */ [x, y], /** @type {number} */ turn = 0) => `translate(${fixed(x)} ${fixed(y)})${turn ? ` rotate(${turn})` : ''}`;
const use = (/** @type {string} */ id) => h('use', { href: `#${id}`, x: -50, y: -86.6, width: 100, height: 173.2 });
const sideOf = (/** @type {State} */ { fields }) => (fields.side === 'grey' ? 'grey' : 'coloured');

/** The cell in hand, where it is of this seat and round. @param {State} state @returns {{cell: string, insist?: string} | null} */
const inHand = ({ ui, seat, round }) => (ui.tap?.seat === seat && ui.tap?.round === round && PAVILION.places.includes(ui.tap.cell[0]) ? ui.tap : null);

/** The star in hand, where fingers choose one first. @param {State} state @returns {string | null} */
const starInHand = ({ ui }) => (fingers?.matches ? ui.tapStar ?? null : null);

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const held = inHand(state);
  const star = starInHand(state);
  return h('div', { key: 'tapstars', class: 'taps' },
    wilds(state),
    h('p', { key: 'head', class: 'entry-head' }, star ? capital(starName(star, sideOf(state))) : t(fingers?.matches ? 'score.tap.stars.choose' : 'score.tap.stars', { name: called(state.fields, state.seat) }),
      star && h('button', { key: 'back', type: 'button', class: 'btn', 'data-do': 'all-stars', onClick: () => { act.ui({ tapStar: null, tap: null }); focusSoon(`.tapstars [data-star="${star}"]`); } }, t('score.tap.stars.all'))),
    board(state, act, star),
    held && spaceOffer(held, state, act),
    losses(state, act),
    reckoned(state));
}

/** Six rounds, each with its wild colour (S20). @param {State} state */
const wilds = ({ round }) => h('div', { key: 'wilds', class: 'wilds-line' },
  h('p', { class: 'wilds-now' }, t('pavilion.round', { n: round }), ' · ', h('b', null, t(`pavilion.wild.${WILDS[round - 1] ?? 'P'}`))),
  h('ol', { class: 'wilds-track', 'aria-hidden': 'true' }, [...WILDS].map((letter, i) => h('li', { key: letter, class: i + 1 === round ? 'on' : i + 1 < round ? 'past' : '' }, rhomb(letter), String(i + 1)))));

// --- the board ---

/** The part of the board round a point, no further than its edge. @param {[number, number]} point */
function near([x, y]) {
  const from = (/** @type {number} */ middle, /** @type {number} */ half, /** @type {number} */ edge) => fixed(Math.max(-edge, Math.min(edge - 2 * half, middle - half)));
  return [from(x, NEAR[0], EDGE[0]), from(y, NEAR[1], EDGE[1]), 2 * NEAR[0], 2 * NEAR[1]];
}

/** @param {State} state @param {Act} act @param {string | null} star */
function board(state, act, star) {
  const box = star ? near(centreOf(star)) : [-EDGE[0], -EDGE[1], 2 * EDGE[0], 2 * EDGE[1]];
  return h('svg', { key: 'stars', class: `tapstars${star ? ' near' : ''}`, viewBox: box.join(' '), role: 'group', 'aria-label': t('score.tap.stars.of', { name: called(state.fields, state.seat) }), onKeydown: (/** @type {KeyboardEvent} */ event) => keys(event, state, act) },
    h('rect', { class: 'ground', x: -482, y: -444, width: 964, height: 888, rx: 40 }),
    STARS.map((one) => starOf(one, state, act, star)),
    SPACES.map((cell) => badge(cell, state)));
}

/** @param {string} star @param {State} state @param {Act} act @param {string | null} chosen */
function starOf(star, state, act, chosen) {
  const whole = fingers?.matches && star !== chosen;
  const covered = POSITIONS.filter((n) => tapAt(state.fields, state.seat, cellOf(`${star}${n}`))).length;
  const choose = () => { act.ui({ tapStar: star, tap: null }); focusSoon(`.tapstars [data-space="${cellOf(star)}1"]`); };
  const button = whole && { role: 'button', tabindex: 0, 'aria-label': `${capital(starName(star, sideOf(state)))}, ${t('pavilion.star.covered', { n: covered })}`, onClick: choose };
  return h('g', { key: `star-${star}`, class: `tapstar${whole ? ' whole' : ''}${chosen && whole ? ' aside' : ''}`, 'data-star': star, ...button },
    whole && h('circle', { key: 'reach', class: 'reach', cx: fixed(centreOf(star)[0]), cy: fixed(centreOf(star)[1]), r: 158 }),
    POSITIONS.map((n) => space(`${star}${n}`, state, act, Boolean(whole))));
}

/** @param {string} name @param {State} state @param {Act} act @param {boolean} quiet part of a star that is one button */
function space(name, state, act, quiet) {
  const cell = cellOf(name);
  const { fields, seat, round } = state;
  const there = tapAt(fields, seat, cell);
  const wrong = there ? wrongs(state, cell) : [];
  const kind = ['tapspace', there && 'full', there?.round === round && 'new', wrong.length > 0 && 'odd', inHand(state)?.cell === cell && 'held'].filter(Boolean).join(' ');
  const reach = quiet ? null : {
    role: 'button', 'data-space': cell, tabindex: home(state) === cell ? 0 : -1, 'aria-pressed': String(Boolean(there)), 'aria-label': [words(cell, state), ...wrong].join(', '), onClick: () => press(cell, state, act),
  };
  return h('g', { key: name, class: kind, ...reach },
    h('g', { transform: move(middleOf(name), turnOf(name)) },
      use(there ? `rhomb-${there.colour}` : fields.side === 'grey' || name[0] === '*' ? 'rghost-0' : `rghost-${name[0]}`),
      h('path', { class: 'edge', d: RHOMBUS }), h('path', { class: 'focus', d: INSIDE })),
    !there && number(name, state));
}

/** The number stays upright so that it reads from the chair. @param {string} name @param {State} state */
function number(name, state) {
  const [x, y] = middleOf(name);
  return h('text', { class: 'printed', x: fixed(x), y: fixed(y + 12), 'aria-hidden': 'true' }, printedOn(state)[name[0]][Number(name[1]) - 1]);
}

/** The numbers printed on the stars, as texts want them. @param {State} state @returns {Record<string, number[]>} */
const printedOn = (state) => Object.fromEntries(STARS.map((star, i) => [star, PAVILION.printed[sideOf(state)].slice(6 * i, 6 * i + 6)]));

/** Order and points of a tile placed now, above all spaces so that no neighbour covers them. @param {string} cell @param {State} state */
function badge(cell, state) {
  const there = tapAt(state.fields, state.seat, cell);
  if (there?.round !== state.round) return null;
  const name = spaceOf(cell);
  const points = state.reckoning.seats[state.seat].tiles[cell];
  const [mx, my] = middleOf(name);
  const [ox, oy] = at(tipOf(name[0], Number(name[1])), 0.46, [mx, my]);
  return h('g', { key: `badge-${cell}`, class: `badge${wrongs(state, cell).length ? ' odd' : ''}`, 'aria-hidden': 'true' },
    points !== undefined && h('g', { key: 'gain', class: 'gain', transform: move([mx, my]) }, h('rect', { x: -33, y: -22, width: 66, height: 44, rx: 22 }), h('text', { y: 12 }, signed(points))),
    h('g', { key: 'order', class: 'order', transform: move([ox, oy]) }, h('circle', { r: 19 }), h('text', { y: 9 }, String(there.order))));
}

/** One space is the tab stop: the last one visited, or the first. @param {State} state */
function home({ ui }) {
  const star = fingers?.matches && ui.tapStar ? cellOf(ui.tapStar) : null;
  const known = SPACES.includes(ui.tapAt) ? ui.tapAt : 'P1';
  return star && known[0] !== star ? `${star}1` : known;
}

/** Everything about a space in words. @param {string} cell @param {State} state */
function words(cell, state) {
  const { fields, seat, round, reckoning } = state;
  const where = capital(spaceName(spaceOf(cell), { numbers: printedOn(state), options: { side: sideOf(state) } }));
  const there = tapAt(fields, seat, cell);
  if (!there) return t('score.tap.space.open', { where });
  const values = { where, colour: colour(there.colour), round: there.round };
  return there.round === round ? t('score.tap.space.new', { ...values, order: there.order, n: reckoning.seats[seat].tiles[cell] ?? 0 }) : t('score.tap.space.set', values);
}

// --- tapping ---

/** @param {State} state @param {string} cell */
const free = ({ fields, seat }, cell) => [...starChoices(fields, cell)].filter((letter) => !starTaken(fields, seat, cell).includes(letter));

/** A tap: an empty space takes a tile, a tile of this round goes again; whatever needs a question asks it. @param {string} cell @param {State} state @param {Act} act */
function press(cell, state, act) {
  const there = tapAt(state.fields, state.seat, cell);
  if (inHand(state)?.cell === cell) act.ui({ tap: null, tapAt: cell });
  else if (there && (there.round !== state.round || starChoices(state.fields, cell).length > 1)) ask(cell, state, act);
  else if (there) lift(cell, state, act);
  else if (free(state, cell).length === 1) lay(cell, free(state, cell)[0], state, act);
  else ask(cell, state, act);
}

/** @param {string} cell @param {State} state @param {Act} act */
function ask(cell, state, act) {
  act.ui({ tap: { seat: state.seat, round: state.round, cell }, tapAt: cell });
  const last = tapAt(state.fields, state.seat, cell)?.colour ?? state.ui.tapColour;
  const first = free(state, cell).includes(last) ? last : free(state, cell)[0];
  focusSoon(starChoices(state.fields, cell).length > 1 ? `.palette [data-colour="${first}"]` : '.offer [data-do="lift"]');
}

const back = (/** @type {string} */ cell) => focusSoon(`.tapstars [data-space="${cell}"]`);

/** @param {string} cell @param {string} letter @param {State} state @param {Act} act @param {number} [round] */
function lay(cell, letter, state, act, round = state.round) {
  const { fields, seat } = state;
  const changes = placing(fields, seat, cell, round, letter);
  act.ui({ tap: null, tapAt: cell, tapColour: letter });
  act.set(changes);
  if (inHand(state)) back(cell);
  const after = reckon({ ...fields, ...changes });
  act.say(t('score.tap.placed', { colour: colour(letter), n: after.seats[seat].tiles[cell] ?? 0, score: after.seats[seat].rounds[state.round - 1]?.score ?? 0 }));
}

/** @param {string} cell @param {State} state @param {Act} act */
function lift(cell, state, act) {
  const there = tapAt(state.fields, state.seat, cell);
  act.ui({ tap: null, tapAt: cell });
  act.set(lifting(state.fields, state.seat, cell));
  if (inHand(state)) back(cell);
  act.say(t('score.tap.lifted', { colour: colour(there?.colour ?? 'P') }));
}

/** @param {{cell: string, insist?: string}} held @param {State} state @param {Act} act */
function spaceOffer({ cell, insist }, state, act) {
  const { fields, seat, round } = state;
  const there = tapAt(fields, seat, cell);
  const where = capital(spaceName(spaceOf(cell), { numbers: printedOn(state), options: { side: sideOf(state) } }));
  return offer(state, act, {
    there, insist: insist ?? null, colours: starChoices(fields, cell), taken: starTaken(fields, seat, cell),
    where: there ? words(cell, state) : t('score.tap.space.which', { where }),
    why: (letter) => why(cell, letter, state),
    lay: (letter) => lay(cell, letter, state, act, there?.round ?? round),
    move: (to) => { act.ui({ tap: null, tapAt: cell }); if (there) act.set(placing(fields, seat, cell, to, there.colour)); back(cell); },
    lift: () => lift(cell, state, act),
    hold: (letter) => act.ui({ tap: { seat, round, cell, insist: letter } }),
    close: () => { act.ui({ tap: null, tapAt: cell }); back(cell); },
  });
}

/** Why a star takes no such tile. @param {string} cell @param {string} letter @param {State} state */
function why(cell, letter, { fields, seat }) {
  if (fields.side !== 'grey') return t('score.error.centre_has_colour', { colour: colour(letter) });
  return t('score.tap.star.not', { star: starName(spaceOf(cell)[0], 'grey'), colour: colour(letter), n: starTaken(fields, seat, cell).length });
}

/** Arrow keys walk over the spaces as they lie, Enter and Space tap. @param {KeyboardEvent} event @param {State} state @param {Act} act */
function keys(event, state, act) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {any} */ (event.target).closest('[data-space], [data-star][role="button"]');
  if (!target) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  } else if (event.key === 'Escape' && inHand(state)) {
    event.preventDefault();
    act.ui({ tap: null });
  } else if (event.key.startsWith('Arrow') && target.dataset.space) {
    event.preventDefault();
    const star = starInHand(state);
    const to = towards(spaceOf(target.dataset.space), event.key, SPACES.map(spaceOf).filter((name) => !star || name[0] === star));
    if (!to) return;
    act.ui({ tapAt: cellOf(to) });
    /** @type {any} */ (event.currentTarget).querySelector(`[data-space="${cellOf(to)}"]`)?.focus();
  }
}

// --- marker, discards, and what it all makes ---

/** @param {State} state @param {Act} act */
function losses(state, act) {
  const { fields, seat, round } = state;
  const one = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ most) => {
    const key = `r${round}/${seat}/${name}`;
    return stepper({ key, label, value: fields[key] ?? null, range: [0, most], placeholder: '0', wrong: fieldWrongs(state, seat, round, name, key) }, act);
  };
  return h('div', { key: 'losses', class: 'losses' },
    one('marker', t('score.tap.marker'), PAVILION.mostMarker), one('discards', t('score.tap.discards'), PAVILION.mostDiscards));
}

/** @param {State} state */
function reckoned(state) {
  const { fields, seat, round, reckoning } = state;
  const told = reckoning.seats[seat];
  const now = told.rounds[round - 1];
  if (!now) return null;
  const tiles = placedIn(fields, seat, round).filter((tap) => told.tiles[tap.cell] !== undefined);
  const typed = !tiles.length && now.placed;
  const loss = (/** @type {string} */ key, /** @type {string} */ label, /** @type {number | null} */ n) => n !== null && n < 0 && h('div', { key }, h('dt', null, label), h('dd', { class: 'num' }, h('b', null, signed(n))));
  return [h('dl', { key: 'reckon', class: 'reckon' },
    loss('marker', t('score.tap.marker.short'), now.marker),
    h('div', { key: 'tiles' }, h('dt', null, typed ? t('score.tap.typed') : t('score.tap.tiles')), h('dd', { class: 'num' }, typed ? h('b', null, signed(now.placed)) : sum(tiles.map((tap) => told.tiles[tap.cell])))),
    loss('discards', t('score.tap.discards.short'), now.discards),
    becomes(state, now.score)), untapped(state)];
}
