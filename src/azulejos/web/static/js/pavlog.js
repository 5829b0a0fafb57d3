// What happened in Summer Pavilion, in words: lines of the log, and sentences for who listens.
import { h } from './dom.js';
import { colour, rhomb } from './parts.js';
import { list, t } from './i18n.js';
import { takenFrom, tilesOf } from './market.js';
import { passedByItself } from './passing.js';
import { spaceName, structureName, tilesWords } from './pavwords.js';
import { nameOf } from './seat.js';

const some = (/** @type {string} */ tiles) => [...tiles].map((letter) => rhomb(letter));

/** "2 red and one wild from factory 3". @param {any} told */
const tookWords = (told) => takenFrom(told.wild ? t('pavilion.with_wild', { tiles: tilesOf(told.colour, told.count) }) : tilesOf(told.colour, told.count), told.from);

/** What a placement brought, beside its points. @param {any} told @param {any} view */
const finished = (told, view) => (told.structures?.length ? t('pavilion.log.completes', { what: list(told.structures.map((/** @type {string} */ name) => structureName(name, view.options.side))) }) : '');

/** The colour laid, in words, where the star does not tell it (S36, S54). @param {any} told @param {any} view */
const laid = (told, view) => (told.kind === 'place' && (view.options.side === 'grey' || told.space[0] === '*') ? colour(told.tile) : '');

/** @param {any} told @param {any} view @returns {{tiles: any[], words: string}} */
function line(told, view) {
  switch (told.kind) {
    case 'take': return { tiles: some(told.colour), words: [tookWords(told), told.marker && t('pavilion.log.marker', { n: told.lost })].filter(Boolean).join(', ') };
    case 'place': return { tiles: some(told.tile), words: [t('pavilion.log.place', { where: spaceName(told.space, { options: view.options, numbers: view.show.numbers }), n: told.points }), finished(told, view)].filter(Boolean).join(', ') };
    case 'bonus': return { tiles: some(told.tiles), words: t('pavilion.log.bonus', { n: told.tiles.length }) };
    case 'pass': return { tiles: [], words: passed(told) };
    case 'deal': return { tiles: [], words: dealt(told) };
    default: return { tiles: [], words: '' };
  }
}

/** @param {any} told */
function passed(told) {
  const kept = told.kept ? t('pavilion.log.keeps', { tiles: tilesWords(told.kept) }) : '';
  const lost = told.discards ? t('pavilion.log.discards', { n: told.discards.length, lost: told.lost ? `−${told.lost}` : '0' }) : '';
  return [t('pavilion.log.pass'), kept, lost].filter(Boolean).join(', ');
}

/** @param {any} told */
const dealt = (told) => (told.factories ? t(`pavilion.wild.${told.wild}`) : t('pavilion.log.supply', { n: told.supply }));

/** The body of a log line. @param {any} entry @param {any} view */
export function sentence(entry, view) {
  const { tiles, words } = line(entry.told ?? {}, view);
  if (entry.told?.kind === 'deal' && !entry.told.factories) return [h('span', { key: 'supply', class: 'log-supply' }, words)]; // the style sheet leaves such lines out
  const points = entry.told?.kind === 'place' && h('span', { key: 'points', class: 'chip good num' }, `+${entry.told.points}`);
  const auto = passedByItself(view, entry.ply) && h('span', { key: 'auto', class: 'quiet' }, ` · ${t('pavilion.log.auto')}`);
  return [h('span', { key: 'tiles', class: 'log-tiles', 'aria-hidden': 'true' }, tiles), laid(entry.told ?? {}, view) && h('span', { key: 'laid', class: 'sr' }, `${laid(entry.told, view)}, `), ' ', words, points && ' ', points, auto];
}

/** The same as one sentence for the live region. @param {any} entry @param {any} view */
export function spoken(entry, view) {
  const told = entry.told ?? {}; const { words } = line(told, view);
  if (told.kind === 'deal' && !told.factories) return ''; // the supply fills up after every turn: not worth hearing
  const heard = told.kind === 'bonus' ? t('site.says', { who: words, what: tilesWords(told.tiles) }) : words;
  const what = [laid(told, view), heard, told.kind === 'place' && t('pavilion.points', { n: told.points }), (entry.auto || passedByItself(view, entry.ply)) && t('pavilion.log.auto')].filter(Boolean).join(', ');
  return entry.seat >= 0 ? t('site.says', { who: nameOf(view, entry.seat), what }) : what;
}
