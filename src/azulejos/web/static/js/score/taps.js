// The taps of a sheet as fields: which tiles lie where, which colours fit, and what a tap changes. Points and mistakes are the reckoning's.
import { AZUL, PAVILION } from './tables.js';

/** @typedef {Record<string, any>} Fields @typedef {{cell: string, round: number, colour: string, order: number}} Tap */

const TAP = /^([1-9]\d?)([A-Z])(?:\.([1-9]\d?))?$/;
export const LINES = [1, 2, 3, 4, 5];
/** The cells of a wall in the order of reading, "11" to "55". */
export const CELLS = LINES.flatMap((row) => LINES.map((column) => `${row}${column}`));
/** The spaces of the stars as fields name them, "P1" to "C6". */
export const SPACES = [...PAVILION.places].flatMap((star) => [1, 2, 3, 4, 5, 6].map((n) => `${star}${n}`));
export const COLOURS = AZUL.letters.replace('J', '');

/** Where a tap is written. @param {number} seat @param {string} cell */
export const place = (seat, cell) => `t/${seat}/${cell}`;

/** What lies on a cell, or null. @param {Fields} fields @param {number} seat @param {string} cell @returns {Tap | null} */
export function tapAt(fields, seat, cell) {
  const found = String(fields[place(seat, cell)] ?? '').match(TAP);
  return found && { cell, round: Number(found[1]), colour: found[2], order: Number(found[3] ?? 0) };
}

/** @param {Fields} fields @param {number} seat @param {string[]} cells @returns {Tap[]} */
export const tapsOf = (fields, seat, cells) => cells.map((cell) => tapAt(fields, seat, cell)).filter((tap) => tap !== null);

// --- the wall ---

/** The colour that is printed on a cell of the coloured wall (A5). @param {string} cell */
export const printed = (cell) => AZUL.wall[Number(cell[0]) - 1][Number(cell[1]) - 1];

/** The colours that may be chosen for a cell; one only where nothing is to be chosen. @param {Fields} fields @param {string} cell */
export const choices = (fields, cell) => (fields.wall === 'grey' ? COLOURS : printed(cell)) + (fields.jokers === true ? 'J' : '');

/** The colours that a cell's row or column already has, on the grey wall (A48). @param {Fields} fields @param {number} seat @param {string} cell */
export function taken(fields, seat, cell) {
  if (fields.wall !== 'grey') return '';
  const beside = CELLS.filter((other) => other !== cell && (other[0] === cell[0] || other[1] === cell[1]));
  const there = tapsOf(fields, seat, beside).map((tap) => tap.colour);
  return [...COLOURS].filter((colour) => there.includes(colour)).join('');
}

/** Rows and columns that lack one or two tiles, the fullest first. @param {Fields} fields @param {number} seat @returns {Array<{kind: 'row'|'column', line: number, n: number}>} */
export function nearly(fields, seat) {
  const there = tapsOf(fields, seat, CELLS);
  const count = (/** @type {number} */ end, /** @type {number} */ line) => there.filter((tap) => tap.cell[end] === String(line)).length;
  const lines = LINES.flatMap((line) => [{ kind: /** @type {'row'} */ ('row'), line, n: count(0, line) }, { kind: /** @type {'column'} */ ('column'), line, n: count(1, line) }]);
  return lines.filter(({ n }) => n === 3 || n === 4).sort((a, b) => b.n - a.n || Number(a.kind === 'column') - Number(b.kind === 'column') || a.line - b.line);
}

// --- the stars ---

/** The colours of a star's spaces: on the coloured side its own, but the centre takes any (S35, S36, S54). @param {Fields} fields @param {string} cell */
export const starChoices = (fields, cell) => (fields.side === 'grey' || cell[0] === 'C' ? PAVILION.letters : cell[0]);

/** The colours that a star cannot take beside the tiles that it has: in the end it is of one colour or of six (S36, S55). @param {Fields} fields @param {number} seat @param {string} cell */
export function starTaken(fields, seat, cell) {
  const others = SPACES.filter((other) => other[0] === cell[0] && other !== cell);
  const there = [...new Set(tapsOf(fields, seat, others).map((tap) => tap.colour))];
  const many = tapsOf(fields, seat, others).length;
  if (fields.side !== 'grey') return cell[0] === 'C' ? there.join('') : '';
  if (many < 2) return '';
  return there.length === 1 ? PAVILION.letters.replace(there[0], '') : there.join('');
}

/** The tiles of a round in the order in which they were placed. @param {Fields} fields @param {number} seat @param {number} round */
export const placedIn = (fields, seat, round) => tapsOf(fields, seat, SPACES).filter((tap) => tap.round === round).sort((a, b) => a.order - b.order);

/** @param {Tap[]} taps in their new order @param {number} seat @param {number} round @returns {Fields} */
const numbered = (taps, seat, round) => Object.fromEntries(taps.map((tap, i) => [place(seat, tap.cell), `${round}${tap.colour}.${i + 1}`]));

/**
 * A tile placed on a space as the last of a round (S37: the order counts), or with another colour where it lies in that round already.
 * @param {Fields} fields @param {number} seat @param {string} cell @param {number} round @param {string} colour @returns {Fields} what to set
 */
export function placing(fields, seat, cell, round, colour) {
  const there = tapAt(fields, seat, cell);
  const now = placedIn(fields, seat, round);
  if (there?.round === round) return numbered(now.map((tap) => (tap.cell === cell ? { ...tap, colour } : tap)), seat, round);
  const left = there ? lifting(fields, seat, cell) : {};
  return { ...left, ...numbered([...now, { cell, round, colour, order: 0 }], seat, round) };
}

/** A tile taken away again; those placed after it in its round move up. @param {Fields} fields @param {number} seat @param {string} cell @returns {Fields} */
export function lifting(fields, seat, cell) {
  const round = tapAt(fields, seat, cell)?.round ?? 0;
  return { ...numbered(placedIn(fields, seat, round).filter((tap) => tap.cell !== cell), seat, round), [place(seat, cell)]: null };
}
