// Where the seven stars, their 42 spaces and the 18 structures lie (S9-S17). Pure geometry: side 100, y down, angles clockwise from east.

/** @typedef {[number, number]} Point */
/** @typedef {{index: number, kind: 'pillar'|'statue'|'window', stars: string[], pays: number, turn: number, spot: Point, spaces: string[]}} Structure */

const SIDE = 100;
/** The outer stars clockwise from the left (S9). */
export const RING = ['P', 'O', 'R', 'B', 'Y', 'G'];
export const STARS = [...RING, '*'];
export const POSITIONS = [1, 2, 3, 4, 5, 6];

/** A point at `angle` and `distance` (in sides) from another. @param {number} angle @param {number} distance @param {Point} [from] @returns {Point} */
export const at = (angle, distance, [x, y] = [0, 0]) => [
  x + distance * SIDE * Math.cos((angle * Math.PI) / 180),
  y + distance * SIDE * Math.sin((angle * Math.PI) / 180),
];

/** @param {string} star @returns {Point} */
export const centreOf = (star) => (star === '*' ? [0, 0] : at(180 + 60 * RING.indexOf(star), 3));

/** S11: position 1 of purple and of the centre points north; each next outer star is turned 60° further. @param {string} star @param {number} position */
export const tipOf = (star, position) => -90 + 60 * (position - 1 + (star === '*' ? 0 : RING.indexOf(star)));

/** The middle of a space. @param {string} space as in "B4" @returns {Point} */
export const middleOf = (space) => at(tipOf(space[0], Number(space[1])), Math.sqrt(3) / 2, centreOf(space[0]));

/** The corners of a space: star centre, right, tip, left (S17). @param {string} space @returns {Point[]} */
export function cornersOf(space) {
  const centre = centreOf(space[0]); const tip = tipOf(space[0], Number(space[1]));
  return [centre, at(tip + 30, 1, centre), at(tip, Math.sqrt(3), centre), at(tip - 30, 1, centre)];
}

export const SPACES = STARS.flatMap((star) => POSITIONS.map((position) => `${star}${position}`));

const round = (/** @type {number} */ n) => ((n - 1) % 6) + 1;

/** S12 to S14, in the server's order: six pillars, six statues, six windows. @type {Structure[]} */
export const STRUCTURES = [
  ...RING.map((star, i) => made(i, 'pillar', [star], 1, 180 + 60 * i, 1.5, [`${star}2`, `${star}3`, `*${round(i + 5)}`, `*${round(i + 6)}`])),
  ...RING.map((star, i) => {
    const next = RING[(i + 1) % 6];
    return made(6 + i, 'statue', [star, next], 2, 210 + 60 * i, 3 * Math.cos(Math.PI / 6), [`${star}1`, `${star}2`, `${next}3`, `${next}4`]);
  }),
  ...RING.map((star, i) => made(12 + i, 'window', [star], 3, 180 + 60 * i, 4.38, [`${star}5`, `${star}6`])),
];

/** @param {number} index @param {any} kind @param {string[]} stars @param {number} pays @param {number} out @param {number} distance @param {string[]} spaces @returns {Structure} */
function made(index, kind, stars, pays, out, distance, spaces) {
  return { index, kind, stars, pays, turn: out, spot: at(out, distance), spaces };
}

/** As one reads: row by row from the top, each from the left. @param {string} a @param {string} b */
function reading(a, b) {
  const [ax, ay] = middleOf(a); const [bx, by] = middleOf(b);
  return Math.abs(ay - by) > 1 ? ay - by : ax - bx;
}

/**
 * Where an arrow key leads among the spaces that can be used: right and left as one reads, round and round, so that they alone
 * reach every space; up and down to the nearest in that direction. @param {string} from @param {string} arrow @param {string[]} among
 */
export function towards(from, arrow, among) {
  const rest = among.filter((space) => space !== from).sort(reading);
  if (arrow === 'ArrowRight') return rest.find((space) => reading(from, space) < 0) ?? rest[0] ?? null;
  if (arrow === 'ArrowLeft') return rest.findLast((space) => reading(from, space) > 0) ?? rest.at(-1) ?? null;
  const [x, y] = middleOf(from); const way = arrow === 'ArrowUp' ? -1 : 1;
  const scored = rest.map((space) => ({ space, ahead: (middleOf(space)[1] - y) * way, aside: Math.abs(middleOf(space)[0] - x) }));
  return scored.filter(({ ahead }) => ahead > 10).sort((a, b) => a.ahead + 2 * a.aside - b.ahead - 2 * b.aside)[0]?.space ?? null;
}
