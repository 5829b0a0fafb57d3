// Azul in words and chips: what a move does, what was played. Texts only; the numbers come from the server.
import { h } from './dom.js';
import { t } from './i18n.js';
import { colour, signed, tile, times } from './parts.js';
import { placeName, takenFrom, tilesOf } from './market.js';
import { nameOf } from './seat.js';

/** @param {string} kind @param {any} text @param {string} key */
const chip = (kind, text, key) => h('span', { key, class: `chip${kind ? ` ${kind}` : ''}` }, text);

/** What a way brings at the end of the round: '+4', 'up to +4', or null. @param {any} way */
function brought(way) {
  if (way.best !== null && way.best !== undefined) return t('azul.up_to', { points: signed(way.best) });
  return way.wall ? signed(way.wall) : null;
}

/** Words where there is room, signs on a narrow board. @param {string} long @param {string} short */
const either = (long, short) => [h('span', { key: 'l', class: 'long' }, long), h('span', { key: 's', class: 'short', 'aria-hidden': 'true' }, short)];

/** The first chip beside a line: points if it is full, else how far it gets. @param {any} way */
function leadChip(way) {
  const points = brought(way);
  if (points) return chip(way.wall < 0 ? 'bad' : 'good', way.best === null || way.best === undefined ? points : either(points, `≤ ${signed(way.best)}`), 'now');
  if (way.to === 'f') return null;
  return chip('', way.full ? either(t('azul.full'), '✓') : either(t('azul.filled', { n: way.filled, of: way.to }), `${way.filled}/${way.to}`), 'filled');
}

/** The short chips beside a line: what it brings, then what the floor takes. @param {any} way */
export const chipsOf = (way) => [leadChip(way), way.bonus ? chip('cobalt', signed(way.bonus), 'bonus') : null, way.floor ? chip('bad', signed(way.floor), 'floor') : null];

/** The same with words, for the tray. @param {any} way */
export function trayChips(way) {
  const points = brought(way);
  return [
    points ? chip(way.wall < 0 ? 'bad' : 'good', t('azul.now', { points }), 'now') : way.to === 'f' ? null : chip('', t(way.full ? 'azul.full' : 'azul.filled', { n: way.filled, of: way.to }), 'filled'),
    way.bonus ? chip('cobalt', t('azul.at_end', { points: signed(way.bonus) }), 'bonus') : null,
    way.floor ? chip('bad', t('azul.floor', { points: signed(way.floor) }), 'floor') : null,
  ];
}

/** What a way does, as phrases for a label. @param {any} way @returns {string[]} */
export function effects(way) {
  const points = brought(way);
  return [
    points ? t('azul.now', { points }) : way.to === 'f' ? null : t(way.full ? 'azul.full' : 'azul.filled', { n: way.filled, of: way.to }),
    way.bonus ? t('azul.at_end', { points: signed(way.bonus) }) : null,
    way.floor ? t('azul.floor', { points: signed(way.floor) }) : null,
  ].filter((x) => x !== null);
}

/** "3 black and 1 joker from the centre". @param {any} group */
export const groupWords = (group) => takenFrom(heldWords(group), group.from);

/** "3 black + 1 joker". @param {any} group */
export const heldWords = (group) => [tilesOf(group.colour, group.count), group.jokers ? tilesOf('J', group.jokers) : null].filter(Boolean).join(' + ');

/** "to line 3, one falls". @param {any} way */
export const wayWords = (way) => (way.to === 'f' ? t('azul.to.floor') : [t('azul.to.line', { row: way.to }), way.fell ? t('azul.falls', { n: way.fell }) : null].filter(Boolean).join(', '));

/** A log line: what was done, without the name. @param {any} entry @param {any} view */
export function sentence(entry, view) {
  const told = entry.told ?? {};
  if (told.kind === 'draft') {
    const pieces = [...times(told.count, (i) => ({ ...tile(told.colour), props: { ...tile(told.colour).props, key: `t${i}` } })), ...times(told.jokers, (i) => ({ ...tile('J'), props: { ...tile('J').props, key: `j${i}` } }))];
    const fell = told.to !== 'f' && told.fell ? t('azul.falls', { n: told.fell }) : null;
    const goal = told.to === 'f' ? t('azul.log.floor') : t('azul.log.line', { row: told.to });
    return [h('span', { class: 'sr' }, heldWords(told)), pieces, ' ', [`${placeName(told.from).replace(/^the |^le /, '')} → ${goal}`, fell, told.marker ? t('azul.log.marker') : null].filter(Boolean).join(', ')];
  }
  if (told.kind === 'choice') return [tile(told.tile), ' ', t('azul.log.choice', { row: told.line, column: told.column, points: signed(told.points) })];
  if (told.kind === 'deal') return [dealWords(told)];
  return [entry.move];
}

/** @param {any} told */
const dealWords = (told) => (told.refilled ? t('azul.log.refilled') : t('azul.log.deal', { bag: told.bag, lid: told.lid }));

/** What a screen reader hears of another's move. @param {any} entry @param {any} view */
export function spoken(entry, view) {
  const told = entry.told ?? {};
  const name = nameOf(view, entry.seat);
  if (told.kind === 'draft') {
    const goal = told.to === 'f' ? t('azul.to.floor') : t('azul.to.line', { row: told.to });
    return [t('azul.spoken.draft', { name, tiles: takenFrom(heldWords(told), told.from), goal }), told.fell && told.to !== 'f' ? t('azul.falls', { n: told.fell }) : null, told.marker ? t('azul.log.marker') : null].filter(Boolean).join(', ');
  }
  if (told.kind === 'choice') return t('azul.spoken.choice', { name, colour: colour(told.tile), row: told.line, column: told.column, points: told.points });
  if (told.kind === 'deal') return t('azul.spoken.deal', { round: told.round });
  return t('site.says', { who: name, what: entry.move });
}
