// Every point by its reason, from a breakdown (formats.md, section 5), so that the lines add up to the total exactly.
// Pure: no page, no texts; a line names the text that says it.

/**
 * @typedef {{rounds: Array<Record<string, number>>, bonuses: any, total: number}} Breakdown of one seat
 * @typedef {{key: string, kind: string, say: [string, Record<string, any>], values: number[]}} Line
 *   kind: what the line is drawn as; say: the key of its text and what fills it; values: points per seat
 */

/** What the track shows before the first round (A4, S4). @type {Record<string, number>} */
export const START = { azul: 0, pavilion: 5 };
/** The reasons a round has. @type {Record<string, string[]>} */
const ROUND = { azul: ['wall', 'floor'], pavilion: ['placed', 'marker', 'discards'] };
/** The lowest the track goes (A35, S5). @type {Record<string, number>} */
export const LEAST = { azul: 0, pavilion: 1 };
/** Stars and number sets in the order people read them. */
const STARS = ['P', 'O', 'R', 'B', 'Y', 'G', '*'];
const SETS = ['1', '2', '3', '4'];

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** What a reason brought over all rounds. @param {Breakdown} seat @param {string} reason */
const over = (seat, reason) => sum(seat.rounds.map((round) => round[reason]));

/** All final bonuses of a seat in one number. @param {string} game @param {any} bonuses */
export const bonus = (game, bonuses) => (game === 'azul'
  ? bonuses.rows + bonuses.columns + bonuses.colours
  : sum(Object.values(bonuses.stars)) + sum(Object.values(bonuses.numbers)) + bonuses.corners);

/** What the track showed at the start, and after each round. @param {string} game @param {Breakdown} seat */
export const track = (game, seat) => [START[game], ...seat.rounds.map((round) => round.score)];

/** What the track gave back by never going lower than it can, in whole rounds. @param {string} game @param {Breakdown} seat */
function clampOfRounds(game, seat) {
  const shown = track(game, seat);
  return sum(seat.rounds.map((round, i) => shown[i + 1] - shown[i] - sum(ROUND[game].map((reason) => round[reason]))));
}

/** What rounds and bonuses leave over: the clamp of the final scoring, or a round that was broken off. @param {string} game @param {Breakdown} seat */
const rest = (game, seat) => seat.total - (track(game, seat).at(-1) ?? 0) - bonus(game, seat.bonuses);

/**
 * The lines of the table, in order; those of a special thing (one star, the clamp) only where somebody has points for it.
 * @param {string} game @param {Breakdown[]} seats @param {{finished?: boolean, grey?: boolean}} [how] finished: the game was played to its end
 * @returns {Line[]}
 */
export function lines(game, seats, { finished = true, grey = false } = {}) {
  const line = (/** @type {string} */ key, /** @type {string} */ kind, /** @type {(seat: Breakdown) => number} */ worth, /** @type {[string, Record<string, any>]} */ say = [`result.${key}`, {}]) =>
    ({ key, kind, say, values: seats.map(worth) });
  const reasons = ROUND[game].map((reason) => line(reason, reason, (seat) => over(seat, reason)));
  const gains = game === 'azul'
    ? ['rows', 'columns', 'colours'].map((reason) => line(reason, reason, (seat) => seat.bonuses[reason]))
    : [
      ...STARS.map((star) => line(`star-${star}`, 'stars', (seat) => seat.bonuses.stars[star] ?? 0, star === '*' ? ['result.star.centre', {}] : [grey ? `result.place.${star}` : `result.star.${star}`, {}])),
      ...SETS.map((number) => line(`set-${number}`, 'numbers', (seat) => seat.bonuses.numbers[number] ?? 0, ['result.set', { number }])),
      line('corners', 'corners', (seat) => seat.bonuses.corners),
    ];
  const extra = [
    line('clamp', 'clamp', (seat) => clampOfRounds(game, seat) + (finished ? rest(game, seat) : 0), ['result.clamp', { least: LEAST[game] }]),
    line('unfinished', 'unfinished', (seat) => (finished ? 0 : rest(game, seat))),
  ];
  const start = START[game] ? [line('start', 'start', () => START[game])] : [];
  const special = new Set(['stars', 'numbers', 'clamp', 'unfinished', 'corners']);
  return [...start, ...reasons, ...gains, ...extra].filter(({ kind, values }) => !special.has(kind) || values.some(Boolean));
}

/** The lines drawn together in one colour (all stars, all number sets), for the bars. @param {Line[]} all @returns {Array<{kind: string, values: number[]}>} */
export function kinds(all) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { kind, values } of all) found.set(kind, values.map((value, i) => value + (found.get(kind)?.[i] ?? 0)));
  return [...found].map(([kind, values]) => ({ kind, values })).filter(({ values }) => values.some(Boolean));
}

/** The seats from first to last: winners, then by points, then as they sit. @param {number[]} scores @param {number[]} winners */
export const standings = (scores, winners) => scores.map((_, seat) => seat)
  .sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b] - scores[a] || a - b);
