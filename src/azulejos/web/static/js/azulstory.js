// How an Azul round was scored, told tile by tile: boards wound back to a step, and the rows of the story card.
import { t } from './i18n.js';
import { signed } from './parts.js';

/** Steps of a story: every tile of the seat that set most, then the floor. @param {any} story */
export const steps = (story) => Math.max(...story.seats.map((/** @type {any} */ s) => s.tiles.length)) + 1;

/** @param {any} account @param {number} step */
const toldTiles = (account, step) => account.tiles.slice(0, step);

/** The score a track shows at a step; the floor is paid last (A34, A35). @param {any} account @param {number} step @param {number} last */
const scoreAt = (account, step, last) => (step >= last ? account.score : account.before + toldTiles(account, step).reduce((/** @type {number} */ sum, /** @type {any} */ tile) => sum + tile.points, 0));

/** A board as it stood at a step of the telling. @param {any} board @param {any} account @param {number} step @param {number} last */
function boardAt(board, account, step, last) {
  const wall = board.wall.map((/** @type {string} */ row) => [...row]);
  const lines = [...board.lines];
  for (const tile of account.tiles.slice(step)) {
    if (tile.column) wall[tile.line - 1][tile.column - 1] = '.';
    lines[tile.line - 1] = tile.tile.repeat(tile.line);
  }
  const paid = step >= last;
  const floor = paid ? board.floor : account.floor;
  return { ...board, wall: wall.map((/** @type {string[]} */ row) => row.join('')), lines, floor, penalty: paid ? board.penalty : account.penalty, score: paid ? board.score : scoreAt(account, step, last), pending: null };
}

/** The view as the story shows it at a step: boards wound back, and which tile of each is being told. @param {any} view @param {{story: any, step: number}} told */
export function retold(view, { story, step }) {
  const last = steps(story);
  const boards = [...view.show.boards];
  /** @type {any[]} */
  const marks = [];
  for (const account of story.seats) {
    boards[account.seat] = boardAt(boards[account.seat], account, step, last);
    const tile = step < last ? account.tiles[step - 1] : null;
    if (tile?.column) marks[account.seat] = { row: tile.line, column: tile.column, across: tile.across, down: tile.down, points: tile.points };
  }
  return { ...view, show: { ...view.show, boards }, marks };
}

/** The rows of the story card: per seat the points told so far. @param {any} story @param {number} step */
export function account(story, step) {
  const last = steps(story);
  return story.seats.map((/** @type {any} */ seat) => ({
    seat: seat.seat,
    score: scoreAt(seat, step, last),
    chips: [
      ...toldTiles(seat, step).map((/** @type {any} */ tile, /** @type {number} */ i) => ({
        key: `t${i}`, kind: tile.column ? 'good' : 'bad', tile: tile.tile, now: i === step - 1,
        text: tile.column ? sumOf(tile) : t('azul.story.fell'), says: tileWords(tile),
      })),
      ...(step >= last && seat.penalty ? [{ key: 'floor', kind: 'bad', now: true, text: t('azul.floor', { points: `−${seat.penalty}` }), says: t('azul.floor', { points: `−${seat.penalty}` }) }] : []),
    ],
  }));
}

/** "2 + 2 = 4" where a tile joined two runs, else "+3". @param {any} tile */
const sumOf = ({ across, down, points }) => (across > 1 && down > 1 ? `${across} + ${down} = ${points}` : signed(points));

/** "line 3: 2 across + 2 down = 4". @param {any} tile */
function tileWords(tile) {
  if (!tile.column) return t('azul.story.no_cell', { row: tile.line });
  if (tile.across > 1 && tile.down > 1) return t('azul.story.both', { row: tile.line, across: tile.across, down: tile.down, points: tile.points });
  if (tile.across > 1) return t('azul.story.across', { row: tile.line, n: tile.across, points: tile.points });
  if (tile.down > 1) return t('azul.story.down', { row: tile.line, n: tile.down, points: tile.points });
  return t('azul.story.alone', { row: tile.line });
}

/** What is being told of one seat right now, in words. @param {any} story @param {number} step @param {number} seat */
export function caption(story, step, seat) {
  const account = story.seats.find((/** @type {any} */ s) => s.seat === seat);
  if (!account) return '';
  if (step >= steps(story)) return account.penalty ? t('azul.story.floor', { n: account.penalty }) : t('azul.story.no_floor');
  const tile = account.tiles[step - 1];
  return tile ? tileWords(tile) : account.tiles.length ? '' : t('azul.story.nothing');
}

/** The whole round of every seat, for the live region and the log. @param {any} story @param {(seat: number) => string} name */
export const spokenStory = (story, name) => story.seats.map((/** @type {any} */ s) => t('azul.story.spoken', { name: name(s.seat), wall: s.wall, floor: s.penalty ? `−${s.penalty}` : '0', score: s.score })).join(' ');
