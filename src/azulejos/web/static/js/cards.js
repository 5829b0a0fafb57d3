// The lists of tables on the home page, as partials/cards.html draws them first: my games, tables to join, games to watch.
import { terms } from './clock.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { tile, times } from './parts.js';

/**
 * @typedef {{name: string, kind: string, level: string|null, out?: string|null}} CardSeat
 * @typedef {{id: string, game: string, kind?: string, options: Record<string, any>, status: string, seats: CardSeat[], free: number, round: number|null, scores: number[]|null, your_turn: boolean, turn?: number[], clock?: any, rated?: boolean}} Card
 * @typedef {'mine'|'open'|'watch'} Kind
 */

const VERBS = { mine: 'continue', open: 'join', watch: 'watch' };
const BLANKS = { mine: 'B', open: 'Y', watch: 'W' };

/** The small picture of a game. @param {string} game */
export const art = (game) => (game === 'azul'
  ? h('span', { class: 'game-art azul-art', 'aria-hidden': 'true' }, [...'BYRW'].map((c) => tile(c)))
  : h('span', { class: 'game-art', 'aria-hidden': 'true' }, star()));

const star = () => h('svg', { viewBox: '-152 -175 304 350' }, times(6, (i) => h('g', { transform: `rotate(${60 * i}) translate(0 -86.6)` },
  h('use', { href: `#rhomb-${'PORBYG'[i]}`, x: -50, y: -86.6, width: 100, height: 173.2 }))));

/** Who sits there; a seat that a bot plays for somebody keeps their name, as on the board. @param {Card} card */
export const people = (card) => card.seats.flatMap((s, n) => (s.kind === 'open' ? []
  : [s.kind === 'bot' && !s.out ? t(`bot.${s.level}`) : s.name || t('table.seat', { n: n + 1 })])).join(', ') || t('home.card.nobody');

/** How far the game is. @param {Card} card */
function state(card) {
  if (card.status === 'open') return t('home.card.free', { n: card.free });
  if (card.status === 'over') return t('home.card.over');
  return card.round ? t('home.card.round', { n: card.round }) : '';
}

/** Whose turn it is, where it is not the reader's and not a bot's; several choose at once on the grey wall. @param {Card} card */
function next(card) {
  const waited = card.your_turn ? [] : (card.turn ?? []).filter((n) => card.seats[n].kind === 'person');
  return waited.length > 0 && t('home.card.next', { name: waited.map((n) => card.seats[n].name || t('table.seat', { n: n + 1 })).join(', ') });
}

/** Game, options, state and score in one line. @param {Card} card */
export function facts(card) {
  const grey = card.options.wall === 'grey' ? t('table.option.wall') : card.options.side === 'grey' && t('table.option.side');
  const jokers = card.options.jokers && t('table.option.jokers');
  const scores = card.scores?.length && t('home.card.scores', { scores: card.scores.join('–') });
  return [t(`game.${card.game}`), card.kind === 'lesson' && t('home.card.lesson'), grey, jokers, terms(card.clock), card.rated && t('clock.rated'), state(card), scores, next(card)].filter(Boolean).join(' · ');
}

/** @param {Card} card @param {Kind} kind */
function row(card, kind) {
  const verb = t(`home.card.${card.status === 'over' ? 'look' : VERBS[kind]}`);
  return h('li', { key: card.id, class: card.your_turn ? 'row turn-row' : 'row' }, art(card.game),
    h('span', { class: 'row-text' }, h('b', null, people(card)),
      h('small', null, card.your_turn && [h('span', { class: 'chip gold' }, t('home.card.turn')), ' '], facts(card))),
    h('a', { class: 'btn', href: `/t/${card.id}` }, verb, h('span', { class: 'sr' }, ` ${people(card)}`)));
}

/** @param {Kind} kind */
const blank = (kind) => h('div', { class: 'blank' }, tile(BLANKS[kind], 'ghost'), h('b', null, t(`home.${kind}.blank`)), h('span', null, t(`home.${kind}.blank.note`)),
  kind === 'open' && h('a', { class: 'btn', href: '/?mode=friends&listed=on#start' }, t('home.open.blank.do')));

/** One list, those where it is your turn first. @param {Card[]} cards @param {Kind} kind */
export function list(cards, kind) {
  if (!cards.length) return blank(kind);
  const sorted = [...cards].sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  return h('ul', { class: 'rows' }, sorted.map((card) => row(card, kind)));
}
