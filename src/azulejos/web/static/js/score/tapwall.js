// A wall to tap on: which tiles a player laid in this round, how many fell to the floor, and what that makes.
import { h } from '../dom.js';
import { colour, signed, tile } from '../parts.js';
import { t } from '../i18n.js';
import { AZUL } from './tables.js';
import { reckon } from './reckon.js';
import { CELLS, choices, nearly, place, printed, taken, tapAt } from './taps.js';
import { before } from './byround.js';
import { called } from './entering.js';
import { becomes, focusSoon, offer, sum, untapped, wrongs } from './tapparts.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

const CHIPS = 3;
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
const LOSSES = AZUL.penalty.slice(1).map((n, i) => n - AZUL.penalty[i]);

/** The cell in hand, where it is of this seat and round. @param {State} state @returns {{cell: string, insist?: string} | null} */
const inHand = ({ ui, seat, round }) => (ui.tap?.seat === seat && ui.tap?.round === round && ui.tap.cell.length === 2 && Number(ui.tap.cell) > 0 ? ui.tap : null);

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const name = called(state.fields, state.seat);
  const held = inHand(state);
  return h('div', { key: 'tapwall', class: 'taps' },
    h('p', { key: 'head', class: 'entry-head' }, t('score.tap.wall', { name })),
    h('div', { key: 'wall', class: `tapwall${state.fields.wall === 'grey' ? ' unprinted' : ''}`, role: 'group', 'aria-label': t('score.tap.wall.of', { name }), onKeydown: (/** @type {KeyboardEvent} */ event) => walk(event, state, act) },
      CELLS.map((cell) => tap(cell, state, act))),
    held && cellOffer(held, state, act),
    h('p', { key: 'floor-word', class: 'eyebrow floor-word', 'aria-hidden': 'true' }, t('score.tap.floor')), // the group below has it as its name
    floor(state, act),
    reckoned(state));
}

// --- the wall ---

/** @param {string} cell @param {State} state @param {Act} act */
function tap(cell, state, act) {
  const { fields, seat, round, ui, reckoning } = state;
  const there = tapAt(fields, seat, cell);
  const fresh = there?.round === round;
  const points = fresh ? reckoning.seats[seat].tiles[cell] : undefined;
  const wrong = there ? wrongs(state, cell) : [];
  const held = inHand(state)?.cell === cell;
  const kind = ['tap', fresh && 'new', wrong.length > 0 && 'odd', held && 'held', there && there.round > round && 'later'].filter(Boolean).join(' ');
  return h('button', {
    key: cell, type: 'button', class: kind, 'data-cell': cell, 'aria-pressed': String(Boolean(there)), tabindex: (ui.tapAt ?? '11') === cell ? 0 : -1,
    'aria-label': [words(cell, state), ...wrong].join(', '), onClick: () => press(cell, state, act),
  },
  there ? tile(there.colour) : tile(fields.wall === 'grey' ? '0' : printed(cell), 'ghost'),
  points !== undefined && h('span', { key: 'points', class: 'chip', 'aria-hidden': 'true' }, signed(points)),
  wrong.length > 0 && h('span', { key: 'wrong', class: 'chip odd-chip', 'aria-hidden': 'true' }, '!'));
}

/** Everything about a cell in words. @param {string} cell @param {State} state */
function words(cell, { fields, seat, round, reckoning }) {
  const there = tapAt(fields, seat, cell);
  const where = { row: Number(cell[0]), column: Number(cell[1]) };
  if (!there) return fields.wall === 'grey' ? t('score.tap.cell.empty', where) : t('score.tap.cell.open', { ...where, colour: colour(printed(cell)) });
  const values = { ...where, colour: colour(there.colour), round: there.round };
  if (there.round !== round) return t('score.tap.cell.set', values);
  return t('score.tap.cell.new', { ...values, n: reckoning.seats[seat].tiles[cell] ?? 0 });
}

/** A tap: an empty cell takes a tile, a tile of this round goes again; whatever needs a question asks it. @param {string} cell @param {State} state @param {Act} act */
function press(cell, state, act) {
  const { fields, seat, round } = state;
  const there = tapAt(fields, seat, cell);
  const colours = choices(fields, cell);
  if (inHand(state)?.cell === cell) { act.ui({ tap: null, tapAt: cell }); return; }
  if (!there) {
    const free = [...colours].filter((letter) => !taken(fields, seat, cell).includes(letter));
    if (fields.wall !== 'grey') lay(cell, printed(cell), state, act);
    else if (free.length === 1) lay(cell, free[0], state, act);
    else ask(cell, state, act);
  } else if (there.round === round && colours.length === 1) lift(cell, state, act);
  else ask(cell, state, act);
}

/** @param {string} cell @param {State} state @param {Act} act */
function ask(cell, state, act) {
  const there = tapAt(state.fields, state.seat, cell);
  act.ui({ tap: { seat: state.seat, round: state.round, cell }, tapAt: cell });
  const last = there?.colour ?? state.ui.tapColour;
  const free = [...choices(state.fields, cell)].filter((letter) => !taken(state.fields, state.seat, cell).includes(letter));
  const first = last && free.includes(last) ? last : free[0];
  focusSoon(choices(state.fields, cell).length > 1 ? `.palette [data-colour="${first}"]` : '.offer [data-do="lift"]');
}

/** @param {string} cell @param {string} letter @param {State} state @param {Act} act @param {number} [round] */
function lay(cell, letter, state, act, round = state.round) {
  const { fields, seat } = state;
  const changes = { [place(seat, cell)]: `${round}${letter}` };
  act.ui({ tap: fields.wall !== 'grey' && fields.jokers === true ? { seat, round: state.round, cell } : null, tapAt: cell, tapColour: letter });
  act.set(changes);
  if (inHand(state)) focusSoon(`.tapwall [data-cell="${cell}"]`);
  act.say(told(cell, letter, state, changes));
}

/** What laying a tile brought, for whoever does not see it. @param {string} cell @param {string} letter @param {State} state @param {Record<string, any>} changes */
function told(cell, letter, { fields, seat, round }, changes) {
  const after = reckon({ ...fields, ...changes });
  return t('score.tap.laid', { row: Number(cell[0]), colour: colour(letter), n: after.seats[seat].tiles[cell] ?? 0, score: after.seats[seat].rounds[round - 1]?.score ?? 0 });
}

/** @param {string} cell @param {State} state @param {Act} act */
function lift(cell, state, act) {
  const there = tapAt(state.fields, state.seat, cell);
  act.ui({ tap: null, tapAt: cell });
  act.set({ [place(state.seat, cell)]: null });
  if (inHand(state)) focusSoon(`.tapwall [data-cell="${cell}"]`);
  act.say(t('score.tap.lifted', { colour: colour(there?.colour ?? 'B') }));
}

/** @param {{cell: string, insist?: string}} held @param {State} state @param {Act} act */
function cellOffer({ cell, insist }, state, act) {
  const { fields, seat, round } = state;
  const there = tapAt(fields, seat, cell);
  return offer(state, act, {
    there, insist: insist ?? null, colours: choices(fields, cell), taken: taken(fields, seat, cell),
    where: there ? words(cell, state) : t('score.tap.cell.which', { row: Number(cell[0]), column: Number(cell[1]) }),
    why: (letter) => why(cell, letter, state),
    lay: (letter) => lay(cell, letter, state, act, there?.round ?? round),
    move: (to) => { act.ui({ tap: null, tapAt: cell }); act.set({ [place(seat, cell)]: `${to}${there?.colour}` }); focusSoon(`.tapwall [data-cell="${cell}"]`); },
    lift: () => lift(cell, state, act),
    hold: (letter) => act.ui({ tap: { seat, round, cell, insist: letter } }),
    close: () => { act.ui({ tap: null, tapAt: cell }); focusSoon(`.tapwall [data-cell="${cell}"]`); },
  });
}

/** Which line has a colour already. @param {string} cell @param {string} letter @param {State} state */
function why(cell, letter, { fields, seat }) {
  const inRow = CELLS.some((other) => other !== cell && other[0] === cell[0] && tapAt(fields, seat, other)?.colour === letter);
  return inRow ? t('score.error.twice_in_row', { row: cell[0], colour: colour(letter) }) : t('score.error.twice_in_column', { column: cell[1], colour: colour(letter) });
}

/** Arrow keys walk over the wall; the tab key enters and leaves it. @param {KeyboardEvent} event @param {State} state @param {Act} act */
function walk(event, state, act) {
  const from = /** @type {any} */ (event.target).dataset?.cell;
  if (event.key === 'Escape' && inHand(state)) { act.ui({ tap: null }); event.preventDefault(); return; }
  const way = ARROWS[event.key];
  if (!from || !way || event.ctrlKey || event.altKey || event.metaKey) return;
  const [row, column] = [Number(from[0]) + way[0], Number(from[1]) + way[1]];
  event.preventDefault();
  if (row < 1 || row > 5 || column < 1 || column > 5) return;
  act.ui({ tapAt: `${row}${column}` });
  /** @type {any} */ (event.currentTarget).querySelector(`[data-cell="${row}${column}"]`)?.focus();
}

// --- the floor, and what it all makes ---

/** @param {State} state @param {Act} act */
function floor({ fields, seat, round }, act) {
  const key = `r${round}/${seat}/floor`;
  const n = Math.max(0, Math.min(AZUL.mostFloor, Number(fields[key]) || 0));
  const step = (/** @type {number} */ by) => () => { if (n + by >= 0 && n + by <= AZUL.mostFloor) { act.set({ [key]: n + by }); act.say(t('score.tap.floor.now', { n: n + by, points: AZUL.penalty[n + by] })); } };
  const end = (/** @type {boolean} */ at) => (at ? 'true' : null);
  return h('div', { key: 'floor', class: 'floorline', role: 'group', 'aria-label': t('score.tap.floor') },
    h('button', { type: 'button', class: 'btn icon-only', 'data-step': 'floor-less', 'aria-label': t('score.tap.floor.less'), 'aria-disabled': end(n === 0), onClick: step(-1) }, '−'),
    h('span', { class: 'lost', role: 'img', 'aria-label': t('score.tap.floor.now', { n, points: AZUL.penalty[n] }) }, LOSSES.map((loss, i) => h('i', { key: String(i), class: i < n ? 'on' : '' }, `−${loss}`))),
    h('button', { type: 'button', class: 'btn icon-only', 'data-step': 'floor-more', 'aria-label': t('score.tap.floor.more'), 'aria-disabled': end(n === AZUL.mostFloor), onClick: step(1) }, '+'));
}

/** @param {State} state */
function reckoned(state) {
  const { fields, seat, round, reckoning } = state;
  const told = reckoning.seats[seat];
  const now = told.rounds[round - 1];
  if (!now) return null;
  const tiles = CELLS.filter((cell) => tapAt(fields, seat, cell)?.round === round && told.tiles[cell] !== undefined);
  const typed = !tiles.length && now.wall;
  const clamped = (before(state, seat, round) ?? 0) + (now.wall ?? 0) + (now.floor ?? 0) < 0; // A35
  return [
    h('dl', { key: 'reckon', class: 'reckon' },
      h('div', { key: 'tiles' }, h('dt', null, typed ? t('score.tap.typed') : t('score.tap.tiles')), h('dd', { class: 'num' }, typed ? h('b', null, signed(now.wall)) : sum(tiles.map((cell) => told.tiles[cell])))),
      h('div', { key: 'floor' }, h('dt', null, t('score.tap.floor')), h('dd', { class: 'num' }, h('b', null, now.floor ? signed(now.floor) : '0'))),
      becomes(state, now.score)),
    untapped(state),
    clamped && h('p', { key: 'clamp', class: 'hint' }, t('score.tap.clamp')),
    h('p', { key: 'chips', class: 'near-chips' }, nearly(fields, seat).slice(0, CHIPS).map(({ kind, line, n }) => h('span', { key: `${kind}${line}`, class: `chip ${n === 4 ? 'gold' : 'cobalt'}` }, kind === 'row' ? t('score.tap.near.row', { n, line }) : t('score.tap.near.column', { n, line }))))];
}
