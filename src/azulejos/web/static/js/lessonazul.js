// The first game of Azul, step by step. What it advises is one of the server's previews; any other legal move is as welcome.
import { t } from './i18n.js';
import { takenFrom, tilesOf } from './market.js';

/** The moves that a follower makes, where the lesson's game is as it was planned (tests/web/test_learn.py plays them). */
export const LINE = ['3B>2', 'cW>4', '2Y>1', 'cR>5', 'cK>3', '1W>2'];

/** @typedef {import('./lesson.js').Facts} Facts */
/** @typedef {{group: any, way: any}} Move */

/** @param {Facts} facts @returns {Move[]} */
const moves = ({ view }) => (view.choices?.kind === 'offer' ? view.choices.groups.flatMap((/** @type {any} */ group) => group.to.map((/** @type {any} */ way) => ({ group, way }))) : []);

/** What the previews promise, as a beginner would weigh it. @param {Move} move */
const worth = ({ way }) => 2 * way.wall + 1.5 * way.floor + 0.3 * way.placed;

/** The planned move as long as the plan was followed, else the most promising one. @param {Facts} facts @returns {Move|null} */
function advice(facts) {
  const all = moves(facts);
  const followed = facts.own.every((entry, i) => entry.move === LINE[i]);
  return (followed && all.find(({ way }) => way.move === LINE[facts.own.length])) || all.reduce((/** @type {Move|null} */ best, one) => (best && worth(best) >= worth(one) ? best : one), null);
}

/** "Take 2 blue from factory 3 and put them on line 2"; with those in hand, where to put them. @param {Facts} facts */
function told(facts) {
  const { view, ui, can } = facts;
  if (!can) return view.acting === null ? t('learn.wait') : '';
  const best = advice(facts);
  if (!best) return '';
  const { group, way } = best;
  if (ui.picked && ui.picked !== group.key) return t('learn.azul.place.any');
  if (ui.picked) return t(way.to === 'f' ? 'learn.azul.place.floor' : 'learn.azul.place', { line: way.to, n: group.count });
  const words = { tiles: takenFrom(tilesOf(group.colour, group.count), group.from), line: way.to, n: group.count };
  return t(way.to === 'f' ? 'learn.azul.drop' : 'learn.azul.move', words);
}

/** The group to take, with it in hand the line; where the player wants to confirm it, the button that lays it. @param {Facts} facts */
function target(facts) {
  const best = facts.can ? advice(facts) : null;
  if (!best) return null;
  const { group, way } = best;
  if (!facts.ui.picked) return `.market [data-group="${group.key}"]`;
  if (facts.ui.picked !== group.key) return '.mine .lines';
  return facts.ui.to === way.to ? '.mine .tray .primary' : `.mine [data-line="${way.to}"]`;
}

/** Whether the advised move lets tiles fall. @param {Facts} facts */
const falls = (facts) => facts.can && (advice(facts)?.way.fell ?? 0) > 0;

/** How many moves this seat has made. @param {number} n @returns {(facts: Facts) => boolean} */
const made = (n) => ({ own }) => own.length >= n;

/** @param {Facts} facts */
const begun = ({ ui, own }) => Boolean(ui.picked) || own.length > 0;

/** @param {Facts} facts */
const inRoundTwo = ({ view, own }) => own.some((entry) => entry.round > 1) || view.show.round > 2;

/** @param {Facts} facts */
function scored({ view, seat }) {
  const mine = view.story?.seats.find((/** @type {any} */ one) => one.seat === seat);
  const why = t('learn.azul.score');
  return mine ? `${why} ${t('learn.azul.score.you', { wall: mine.wall, floor: mine.penalty })}` : why;
}

/** What this seat's last move cost, where it let tiles fall: a mistake is worth a word. @param {Facts} facts */
function remark({ view, own }) {
  const last = own.at(-1);
  if (last?.told?.kind !== 'draft' || !last.told.fell || last.round !== view.show.round) return '';
  return last.told.to === 'f' ? t('learn.azul.fell.all') : t('learn.azul.fell', { n: last.told.fell, row: last.told.to });
}

/** @param {string[]} parts */
const sentences = (...parts) => parts.filter(Boolean).join(' ');

/** A move whose tile would join others both ways, the planned one first. @param {Facts} facts @returns {Move|null} */
function crossing(facts) {
  const best = facts.can ? advice(facts) : null;
  const both = (/** @type {Move} */ { way }) => way.cell?.across > 1 && way.cell?.down > 1;
  if (best && both(best)) return best;
  return facts.can ? moves(facts).find(both) ?? null : null;
}

/** @param {Facts} facts */
function crossed(facts) {
  const found = crossing(facts);
  if (!found) return '';
  const { group, way } = found;
  return t('learn.azul.cross.here', { tiles: takenFrom(tilesOf(group.colour, group.count), group.from), line: way.to, n: group.count, across: way.cell.across, down: way.cell.down, points: way.cell.points });
}

/** @param {Facts} facts */
function crossSpot(facts) {
  const found = crossing(facts);
  if (!found) return '.mine .wall';
  return facts.ui.picked === found.group.key ? `.mine [data-line="${found.way.to}"]` : `.market [data-group="${found.group.key}"]`;
}

/** @type {import('./lesson.js').Step[]} */
export const steps = [
  { words: () => t('learn.azul.look'), spot: () => '.market', done: begun },
  { words: () => t('learn.azul.board'), spot: () => '.mine .board-body', done: begun },
  { words: () => t('learn.azul.take'), does: told, spot: target, done: begun, acts: true },
  { words: () => t('learn.azul.line'), does: told, spot: target, done: made(1), acts: true },
  { words: (facts) => sentences(remark(facts), t('learn.azul.rest')), spot: () => '.market .centre', done: made(2) },
  { words: () => t('learn.azul.centre'), does: told, spot: target, done: made(2), acts: true },
  { words: (facts) => sentences(remark(facts), t(facts.view.show.marker === facts.seat ? 'learn.azul.floor.marker' : 'learn.azul.floor')), spot: () => '.mine .floor', done: made(3) },
  { words: (facts) => sentences(remark(facts), t('learn.azul.on'), falls(facts) ? t('learn.azul.on.falls') : ''), does: told, spot: target, done: ({ view }) => view.show.round > 1, acts: true },
  { words: scored, spot: () => '.mine .wall', done: inRoundTwo },
  { words: () => t('learn.azul.keep'), spot: () => '.mine .lines', done: inRoundTwo },
  { words: () => t('learn.azul.cross'), does: crossed, spot: crossSpot, done: inRoundTwo },
  { words: () => t('learn.azul.end'), spot: () => '.mine .wall' },
  { words: () => t('learn.done'), spot: () => null, last: true },
];
