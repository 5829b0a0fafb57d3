// The market of both games: plates round the centre, one button per (place, colour) group. It knows no rules.
//
// market(view, ui, act, options) -> VNode of <section class="market">, made of
//   view.show.factories, view.show.centre, view.show.marker ('centre' while the first-player marker lies there)
//   options.arrange(tiles, from, all) -> Lot[]: what lies at a place ('1'..'9' or 'c') as groups; `all` is plain(tiles, game).
//     Leave it out and each colour is a group that can be picked when view.choices.groups has its key ('3B').
//   options.pick(key, byKeyboard): a group was picked. Leave it out and ui.picked is set (again: let go), and a pick by
//     keyboard then moves the focus to options.next (a selector), where that is given.
//   options.note: what the marker's label says; options.label: the label of the section.
// A Lot that has `still` is drawn beside the buttons and cannot be pressed (Pavilion's wilds); `comes` marks one that comes along.
// Every piece carries data-piece and data-at ('factory-3', 'centre') for motion.js; a numbered heap also data-many.
import { h } from './dom.js';
import { t } from './i18n.js';
import { groups, piece, times } from './parts.js';

/**
 * @typedef {{key: string, colour: string, count: number, label: string, can?: boolean, pressed?: boolean, still?: boolean, comes?: boolean, title?: string}} Lot
 * @typedef {{arrange?: (tiles: string, from: string, all: Lot[]) => Lot[], pick?: (key: string, byKeyboard: boolean) => void, next?: string, note?: string, label?: string}} Options
 */

/** "3 black". @param {string} letter @param {number} n */
export const tilesOf = (letter, n) => t(`table.tiles.${letter}`, { n });

/** "the centre", "factory 3". @param {string} from */
export const placeName = (from) => (from === 'c' ? t('table.centre') : t('table.factory', { n: from }));

/** "3 black from the centre". @param {string} words @param {string} from */
export const takenFrom = (words, from) => (from === 'c' ? t('table.from.centre', { tiles: words }) : t('table.from.factory', { tiles: words, n: from }));

/** The tiles of a place by colour: on a plate the largest group first, in the centre in colour order so that places stay. @param {string} tiles @param {string} from @param {string} game @returns {Lot[]} */
export function plain(tiles, from, game) {
  const lots = groups(tiles, game).map(([colour, count]) => ({ key: `${from}${colour}`, colour, count, label: takenFrom(tilesOf(colour, count), from) }));
  return from === 'c' ? lots : lots.sort((a, b) => b.count - a.count);
}

/** @param {any} view @param {any} ui @param {any} act @param {Options} [options] */
export function market(view, ui, act, options = {}) {
  const { factories, centre, marker } = view.show;
  const at = context(view, ui, act, options);
  return h('section', { key: 'market', class: 'market', 'aria-label': options.label ?? t('table.market') },
    h('div', { class: 'plates', 'data-n': factories.length },
      factories.map((/** @type {string} */ tiles, /** @type {number} */ i) => plate(tiles, String(i + 1), at)),
      heap(centre, marker === 'centre', at, options.note)));
}

/** What every group of one drawing needs. @param {any} view @param {any} ui @param {any} act @param {Options} options */
function context(view, ui, act, options) {
  const known = new Set((view.choices?.groups ?? []).map((/** @type {any} */ group) => group.key));
  const arrange = options.arrange ?? ((/** @type {string} */ _tiles, /** @type {string} */ _from, /** @type {Lot[]} */ all) => all.map((lot) => ({
    ...lot, can: Boolean(act.can) && known.has(lot.key), pressed: ui.picked === lot.key,
  })));
  const pick = options.pick ?? ((/** @type {string} */ key, /** @type {boolean} */ byKeyboard) => {
    act.set({ picked: ui.picked === key ? null : key, to: null });
    if (byKeyboard && ui.picked !== key && options.next) act.focus?.(options.next);
  });
  return { game: view.game, holds: view.you?.length > 0 && view.status === 'playing', arrange, pick };
}

/** @param {string} tiles @param {string} from @param {ReturnType<typeof context>} at */
function plate(tiles, from, at) {
  const label = t(tiles ? 'table.plate' : 'table.plate.empty', { n: from });
  return h('div', { key: from, class: `plate${tiles ? '' : ' empty'}`, role: 'group', 'aria-label': label },
    at.arrange(tiles, from, plain(tiles, from, at.game)).map((lot) => group(lot, from, at)));
}

/** @param {string} tiles @param {boolean} marker @param {ReturnType<typeof context>} at @param {string} [note] */
function heap(tiles, marker, at, note) {
  return h('section', { key: 'c', class: 'centre', 'aria-label': t('table.centre.title') },
    h('span', { key: 'title', class: 'eyebrow' }, t('table.centre.title')),
    marker && h('span', { key: 'marker', class: 'marker', role: 'img', 'aria-label': note ?? t('table.marker.centre'), title: note ?? t('table.marker.centre') },
      seen('1', 'centre', 1, at.game)),
    at.arrange(tiles, 'c', plain(tiles, 'c', at.game)).map((lot) => group(lot, 'c', at)));
}

/** One group of tiles: a button for who sits here, words and tiles for who watches. @param {Lot} lot @param {string} from @param {ReturnType<typeof context>} at */
function group(lot, from, at) {
  const where = from === 'c' ? 'centre' : `factory-${from}`;
  const body = from === 'c'
    ? [seen(lot.colour, where, lot.count, at.game), h('b', { class: 'num' }, lot.count)]
    : times(lot.count, () => seen(lot.colour, where, 1, at.game));
  const shared = { key: lot.key, 'data-n': lot.count, 'aria-label': lot.label, title: lot.title };
  if (lot.still) return h('span', { ...shared, class: `group wilds${lot.comes ? ' comes' : ''}`, role: 'img' }, body);
  if (!at.holds) return h('span', { ...shared, class: 'group', role: 'img' }, body);
  return h('button', {
    ...shared, type: 'button', class: `group${lot.can ? ' can' : ''}${lot.comes ? ' comes' : ''}`, 'data-group': lot.key, 'data-drag': lot.can ? lot.key : null,
    'aria-pressed': lot.can ? String(Boolean(lot.pressed)) : null, 'aria-disabled': lot.can ? null : 'true', tabindex: lot.can ? null : '-1',
    onClick: lot.can ? (/** @type {MouseEvent} */ event) => at.pick(lot.key, event.detail === 0) : null,
  }, body);
}

/** A piece that motion can follow. @param {string} letter @param {string} where @param {number} many @param {string} game */
function seen(letter, where, many, game) {
  const drawn = piece(game, letter);
  Object.assign(drawn.props, { 'data-piece': letter, 'data-at': where, 'data-many': many > 1 ? many : null });
  return drawn;
}
