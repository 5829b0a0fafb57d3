// The first game of Summer Pavilion, step by step. What it advises is one of the server's previews; any other legal move is as welcome.
import { t } from './i18n.js';
import { takenFrom } from './market.js';
import { narrow } from './pavboards.js';
import { counted, payWords, spaceName } from './pavwords.js';
import { pickedTiles } from './supply.js';
import { groupWords } from './taking.js';

/** What a follower takes, fills and chooses, where the lesson's game is as it was planned (tests/web/test_learn.py plays it). */
export const TAKES = ['5R', '1R', '2R', 'cG'];
export const SPACES = ['R2', 'R3', '*1', '*2'];

/** @typedef {import('./lesson.js').Facts} Facts */

/** This seat's moves of one kind. @param {Facts} facts @param {string} kind */
const ofKind = ({ own }, kind) => own.filter((entry) => entry.told?.kind === kind);

/** @param {string} kind @param {number} n @returns {(facts: Facts) => boolean} */
const made = (kind, n) => (facts) => ofKind(facts, kind).length >= n;

/** @param {Facts} facts */
const taking = ({ view }) => view.show.round === 1 && ['acquire', 'deal'].includes(view.show.phase);

/** The round that teaches building: the one of the first tile laid, or this one as long as none is. @param {Facts} facts */
const building = (facts) => ofKind(facts, 'place')[0]?.round ?? facts.view.show.round;

/** That round is over for this seat. @param {Facts} facts */
function passed(facts) {
  const { view, seat } = facts; const round = building(facts);
  return view.show.round > round || view.show.boards[seat].passed || ofKind(facts, 'pass').some((entry) => entry.round === round);
}

/** Who passed before laying anything learns to build in the next round. @param {Facts} facts */
const early = (facts) => !made('place', 1)(facts) && (passed(facts) || ['acquire', 'deal'].includes(facts.view.show.phase));

// --- taking ---

/** @param {Facts} facts */
function group(facts) {
  const all = facts.can && facts.view.choices?.kind === 'acquire' ? facts.view.choices.groups : [];
  const takes = ofKind(facts, 'take');
  const planned = takes.every((entry, i) => entry.move === TAKES[i]) && all.find((/** @type {any} */ one) => one.move === TAKES[takes.length]);
  const held = counted(facts.view.show.boards[facts.seat].hand);
  const worth = (/** @type {any} */ one) => 2 * (one.count + one.wild - one.lost) + held[one.colour];
  return planned || all.reduce((/** @type {any} */ best, /** @type {any} */ one) => (best && worth(best) >= worth(one) ? best : one), null);
}

/** What is to be taken; with it in hand, where the player wants to confirm it, the button that takes it. @param {Facts} facts */
function groupSpot(facts) {
  const one = group(facts);
  if (!one) return null;
  return facts.ui.picked === one.key ? '.tray [data-do="confirm"]' : `.market [data-group="${one.key}"]`;
}

/** @param {Facts} facts */
function takeWords(facts) {
  const one = group(facts);
  if (one) return t('learn.pavilion.move', { tiles: takenFrom(groupWords(one), one.from) });
  return waiting(facts);
}

/** Between a move and its answer there is nothing to say. @param {Facts} facts */
const waiting = ({ view }) => (view.acting === null ? t('learn.wait') : '');

// --- placing ---

/** The space to fill: of the plan, else the one that brings most. @param {Facts} facts */
function space({ view, can }) {
  const all = can && view.choices?.kind === 'place' ? view.choices.spaces : [];
  const planned = SPACES.map((name) => all.find((/** @type {any} */ one) => one.space === name)).find(Boolean);
  const worth = (/** @type {any} */ one) => 2 * one.due + one.points - one.number / 10;
  return planned || all.reduce((/** @type {any} */ best, /** @type {any} */ one) => (best && worth(best) >= worth(one) ? best : one), null);
}

/** The space on the board; on a phone the star, then the step. With it in hand, the payment. Where nothing can be laid, passing. @param {Facts} facts */
function spaceSpot(facts) {
  const one = space(facts); const { picked, pay, passing } = facts.ui;
  if (!one) return passSpot(facts);
  if (passing) return '[data-do="stay"]'; // what to keep is asked where stars and payments were
  if (picked !== one.space) return narrow?.matches ? stepSpot(one.space, facts.ui.star) : `.own [data-space="${one.space}"]`;
  return pay === one.pays[0].move ? '.tray [data-do="confirm"]' : `.pays [data-pay="${one.pays[0].move}"]`;
}

/** The row of stars makes room for the steps of one: from another star's the way leads over the board. @param {string} name @param {string|null|undefined} open */
function stepSpot(name, open) {
  if (open === name[0]) return `[data-step="${name}"]`;
  return open ? `.own [data-star="${name[0]}"]` : `[data-pick-star="${name[0]}"]`;
}

/** @param {Facts} facts */
function spaceWords(facts) {
  const { view, ui } = facts;
  if (!facts.can) return waiting(facts);
  const one = space(facts);
  if (!one) return t('learn.pavilion.none');
  if (ui.picked) return payingWords(facts);
  return t('learn.pavilion.fill', { space: spaceName(one.space, view.show), n: one.points });
}

/** What the first space costs; also what a board is, to who passed before it was told. @param {Facts} facts */
function firstWords(facts) {
  if (early(facts)) return t('learn.pavilion.early');
  if (facts.ui.picked) return t('learn.pavilion.paying');
  return facts.view.show.round > 1 ? `${t('learn.pavilion.board')} ${t('learn.pavilion.space')}` : t('learn.pavilion.space');
}

/** @param {Facts} facts */
function payingWords({ view, ui }) {
  const one = view.choices?.spaces?.find((/** @type {any} */ it) => it.space === ui.picked);
  return one ? t('learn.pavilion.pay', { tiles: payWords(one.pays[0]) }) : '';
}

/** What the last tile laid brought. @param {Facts} facts */
function brought(facts) {
  const last = ofKind(facts, 'place').at(-1)?.told;
  return last ? t('learn.pavilion.points', { n: last.points }) : '';
}

/** The pillar that lacks least. @param {Facts} facts */
function pillarSpot({ view, seat }) {
  const all = view.show.boards[seat].structures.map((/** @type {any} */ one, /** @type {number} */ i) => ({ ...one, i }));
  const open = all.filter((/** @type {any} */ one) => one.name.endsWith('pillar') && one.needs.length);
  const best = open.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.needs.length - b.needs.length)[0];
  return best ? `.own [data-structure="${best.i}"]` : '.own .stars';
}

/** Green is wild in the second round, and this is the first. @param {Facts} facts */
function bonusWords({ view }) {
  const wise = view.show.round === 1 && view.choices?.supply?.includes('G');
  return `${t('learn.pavilion.bonus', { n: view.choices?.due ?? 1 })}${wise ? ` ${t('learn.pavilion.bonus.wise')}` : ''}`;
}

/** The button that asks what to keep, then the one that passes; on a phone an open star hides them: back first. @param {Facts} facts */
function passSpot({ view, ui, can }) {
  if (!can || view.choices?.kind !== 'place') return null;
  if (narrow?.matches && (ui.star || ui.picked)) return '.paying .pay-head .btn';
  return ui.passing || !view.choices.spaces.length ? '[data-do="pass-now"], [data-do="pass"]' : '[data-do="pass"]';
}

/** The tiles to choose from; with enough of them in hand, the button that takes them. @param {Facts} facts */
const bonusSpot = ({ view, ui }) => (pickedTiles(ui).length === view.choices?.due ? '[data-do="bonus"]' : '.supply');

/** @param {Facts} facts */
const due = ({ view }) => view.choices?.kind === 'bonus';

/** @type {import('./lesson.js').Step[]} */
export const steps = [
  { words: ({ view }) => t('learn.pavilion.wild', { wild: t(`pavilion.wild.${view.show.wild ?? 'P'}`) }), spot: () => '.wild', done: made('take', 1) },
  { words: () => t('learn.pavilion.take'), does: takeWords, spot: groupSpot, done: made('take', 1), acts: true },
  { words: () => t('learn.pavilion.rest'), spot: () => '.market .centre', done: (facts) => made('take', 2)(facts) || !taking(facts) },
  { words: () => t('learn.pavilion.gather'), does: takeWords, spot: groupSpot, done: (facts) => !taking(facts), acts: true },
  { words: () => t('learn.pavilion.board'), spot: () => '.own .stars', done: (facts) => Boolean(facts.ui.picked) || made('place', 1)(facts) || passed(facts) },
  { words: firstWords, does: (facts) => (early(facts) ? takeWords : spaceWords)(facts), spot: (facts) => (early(facts) ? groupSpot : spaceSpot)(facts), done: made('place', 1), acts: true },
  { words: brought, does: spaceWords, spot: spaceSpot, done: (facts) => made('place', 2)(facts) || passed(facts), acts: true },
  { words: () => t('learn.pavilion.structures'), spot: pillarSpot, done: (facts) => made('place', 3)(facts) || due(facts) },
  { words: () => t('learn.pavilion.pillar'), does: spaceWords, spot: spaceSpot, done: (facts) => due(facts) || made('bonus', 1)(facts) || made('place', 4)(facts) || passed(facts), acts: true },
  { words: bonusWords, spot: bonusSpot, done: (facts) => !due(facts), acts: true },
  { words: () => t('learn.pavilion.pass'), does: waiting, spot: passSpot, done: passed, acts: true },
  { words: () => t('learn.pavilion.end'), spot: () => '.goals' },
  { words: () => t('learn.done'), spot: () => null, last: true },
];
