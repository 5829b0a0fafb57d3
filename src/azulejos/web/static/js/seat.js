// The line above a board: who sits there, whether they are here, the marker, the score. Both games use it.
import { clockOf } from './clock.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon, signed, tile } from './parts.js';

/** The name as this page says it: "You" where that is clear. @param {any} view @param {number} seat */
export const nameOf = (view, seat) => (view.seats?.[seat]?.you && view.you.length === 1 && view.kind !== 'device' ? t('table.you') : realName(view, seat));

/** The name itself, also of the own seat; a bot's is its level. @param {any} view @param {number} seat */
export function realName(view, seat) {
  const at = view.seats?.[seat];
  return at?.name || (at?.level ? botName(view, at) : t('table.seat', { n: seat + 1 }));
}

/** Bots of one level are told apart by number. @param {any} view @param {any} at */
function botName(view, at) {
  const alike = view.seats.filter((/** @type {any} */ one) => !one.name && one.level === at.level);
  return alike.length > 1 ? `${t(`bot.${at.level}`)} ${alike.indexOf(at) + 1}` : t(`bot.${at.level}`);
}

/** The seats that are this viewer's, also where a bot plays for them. @param {any} view @returns {number[]} */
export const owned = (view) => [...(view.you ?? []), ...(view.seats ?? []).flatMap((/** @type {any} */ at) => (at.lent ? [at.seat] : []))];

/** The seats as this viewer wants to see them: the own (or acting) one first, the others in turn order. @param {any} view @returns {number[]} */
export function order(view) {
  const n = view.show.boards.length;
  const mine = view.you ?? [];
  const turn = view.show.turn;
  const first = view.acting ?? (mine.length > 1 && mine.includes(turn) ? turn : mine[0]) ?? 0;
  return Array.from({ length: n }, (_, i) => (first + i) % n);
}

/** Whether they are here, in words. @param {any} view @param {any} at */
function presence(view, at) {
  if (at.resigned) return t('table.resigned');
  if (at.out) return t(`table.out.${at.out}${view.status === 'over' ? '.over' : ''}`);
  if (at.kind === 'bot') return view.thinking?.seat === at.seat ? t('table.thinking') : botWords(at);
  if (at.you && view.kind !== 'friends') return view.kind === 'device' ? null : t('table.here');
  return at.here ? t('table.here') : t('table.away');
}

/** A bot that is called after its level need not say it twice. @param {any} at */
function botWords(at) {
  const level = at.level ? t(`bot.${at.level}`) : '';
  return !level || !at.name || at.name.startsWith(level) ? t('table.bot.plain') : t('table.bot', { level });
}

/** What stands below the name. @param {any} view @param {number} seat @param {string[]} notes */
function notesOf(view, seat, notes) {
  const at = view.seats?.[seat] ?? {};
  const deciding = view.status === 'playing' && (view.waiting ?? []).includes(seat) && !(view.acting === seat);
  return [presence(view, at), deciding && view.thinking?.seat !== seat && t('table.to_play'), ...notes].filter(Boolean).join(' · ');
}

/**
 * @param {any} view @param {number} seat
 * @param {{score: number, pending?: number|null, marker?: string|null, notes?: string[], extra?: any}} about marker: its label where this seat holds it
 */
export function seatLine(view, seat, about) {
  const at = view.seats?.[seat] ?? { kind: 'person' };
  const name = nameOf(view, seat);
  const person = at.kind === 'person' && view.kind !== 'device' && view.you !== undefined;
  return h('header', { key: 'seat', class: 'seat' },
    h('span', { class: `avatar${person ? (at.here ? ' here' : ' away') : ''}`, 'aria-hidden': 'true' }, at.kind === 'bot' ? icon('bot') : [...realName(view, seat)][0]?.toLocaleUpperCase()),
    h('span', { class: 'seat-name' }, h('b', null, name), h('small', null, notesOf(view, seat, about.notes ?? []))),
    about.marker && h('span', { key: 'marker', class: 'marker', role: 'img', 'aria-label': about.marker, title: about.marker }, tile('1')),
    about.extra,
    clockOf(view, seat),
    h('span', { key: 'score', class: 'score num', role: 'img', 'aria-label': spokenScore(about) },
      h('span', { 'data-score': seat }, about.score),
      about.pending ? h('small', null, t('table.waiting_points', { points: signed(about.pending) })) : null));
}

/** @param {{score: number, pending?: number|null}} about */
const spokenScore = ({ score, pending }) => [t('table.points', { n: score }), pending ? t('table.waiting_points', { points: signed(pending) }) : null].filter(Boolean).join(', ');
