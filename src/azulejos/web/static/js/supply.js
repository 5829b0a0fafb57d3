// Tiles beside the board: the hand as counts per colour, the supply, and the choice of bonus tiles from it.
import { h } from './dom.js';
import { ORDER, colour, groups, icon, rhomb } from './parts.js';
import { t } from './i18n.js';
import { tilesOf } from './market.js';
import { counted, tilesWords, written } from './pavwords.js';

/** A rhombus that motion can follow. @param {string} letter @param {string} where @param {number} [many] */
export function lying(letter, where, many = 1) {
  const drawn = rhomb(letter);
  Object.assign(drawn.props, { 'data-piece': letter, 'data-at': where, 'data-many': many > 1 ? many : null });
  return drawn;
}

/** One's own tiles; `more` is what the move in hand would add, `less` what it would spend. @param {any} view @param {number} seat @param {{more?: string, less?: string, drag?: boolean}} [change] */
export function hand(view, seat, { more = '', less = '', drag = false } = {}) {
  const has = counted(view.show.boards[seat].hand); const plus = counted(more); const minus = counted(less);
  return h('ul', { key: 'hand', class: 'hand', 'data-drop': 'hand' }, [...ORDER.pavilion].map((letter) => {
    const n = has[letter]; const wild = letter === view.show.wild; const change = plus[letter] - minus[letter];
    return h('li', { key: letter, class: [!n && !change && 'none', wild && 'is-wild'].filter(Boolean).join(' '), 'data-wild': wild ? t('pavilion.wild') : null, 'data-drag': drag && n ? `hand-${letter}` : null },
      n ? lying(letter, `hand-${seat}`, n) : rhomb(letter),
      h('span', { class: 'hand-n', 'aria-hidden': 'true' }, h('b', { class: 'num' }, n), change !== 0 && h('small', { class: `chip ${change > 0 ? 'good' : ''}` }, change > 0 ? `+${change}` : `−${-change}`)),
      h('span', { class: 'sr' }, tilesOf(letter, n), wild && `, ${t('pavilion.wild')}`));
  }));
}

/** The ten tiles of the supply, to look at. @param {any} view */
export const supply = (view) => h('ul', { key: 'supply', class: 'supply' }, groups(view.show.supply, 'pavilion').map(([letter, n]) =>
  h('li', { key: letter, class: 'heap' }, h('span', { class: 'tiles' }, Array.from({ length: n }, () => lying(letter, 'supply'))), h('span', { class: 'sr' }, tilesOf(letter, n)))));

/** The tiles picked so far. @param {any} ui @returns {string} */
export const pickedTiles = (ui) => written(ui.take ?? {});

/** Choosing exactly as many tiles as are due (S38). @param {any} view @param {any} ui @param {any} act */
export function bonus(view, ui, act) {
  const { due } = view.choices; const take = ui.take ?? {}; const tiles = pickedTiles(ui);
  return [
    h('h2', { key: 'head', class: 'eyebrow', id: 'supply-title' }, t('pavilion.bonus.title', { n: due })),
    h('p', { key: 'why', class: 'pay-hint' }, tiles.length === due ? tilesWords(tiles) : t('pavilion.bonus.left', { n: due - tiles.length })),
    h('ul', { key: 'supply', class: 'supply choosing' }, groups(view.choices.supply, 'pavilion').map(([letter, n]) => source(letter, n, take, tiles, view, act))),
    h('div', { key: 'do', class: 'pass-do' },
      h('button', { key: 'clear', type: 'button', class: 'btn', 'aria-disabled': tiles ? null : 'true', 'data-do': 'clear', onClick: () => act.set({ take: {} }) }, t('pavilion.bonus.clear')),
      h('button', { key: 'go', type: 'button', class: 'btn primary', 'aria-disabled': tiles.length === due ? null : 'true', 'data-do': 'bonus', onClick: () => tiles.length === due && act.play(`+${tiles}`) }, icon('check'), t('pavilion.bonus.take', { n: due }))),
  ];
}

/** One colour of the supply: press to take one more. @param {string} letter @param {number} n @param {Record<string, number>} take @param {string} tiles @param {any} view @param {any} act */
function source(letter, n, take, tiles, view, act) {
  const taken = take[letter] ?? 0; const can = taken < n && (tiles.length < view.choices.due || view.choices.due === 1);
  const words = [t('pavilion.bonus.of', { tiles: tilesOf(letter, n), n: taken }), letter === view.show.wild && t('pavilion.wild')].filter(Boolean).join(', ');
  return h('li', { key: letter },
    h('button', { type: 'button', class: `heap${taken ? ' taken' : ''}${letter === view.show.wild ? ' is-wild' : ''}`, 'data-bonus': letter, 'aria-disabled': can ? null : 'true', 'aria-label': words, onClick: (/** @type {MouseEvent} */ event) => can && pickBonus(letter, take, view, act, event.detail === 0) },
      h('span', { class: 'tiles', 'aria-hidden': 'true' }, Array.from({ length: n }, (_, i) => h('span', { class: i < taken ? 'on' : '' }, lying(letter, 'supply')))),
      h('b', { class: 'num', 'aria-hidden': 'true' }, taken ? `${taken}/${n}` : n)));
}

/** Take one more of a colour; a single tile due is exchanged, and taken at once where nothing needs confirming. @param {string} letter @param {Record<string, number>} take @param {any} view @param {any} act @param {boolean} byKeyboard */
function pickBonus(letter, take, view, act, byKeyboard) {
  const next = view.choices.due === 1 ? { [letter]: 1 } : { ...take, [letter]: (take[letter] ?? 0) + 1 };
  if (!act.confirm && view.choices.due === 1) act.play(`+${written(next)}`);
  else act.set({ take: next });
  if (byKeyboard && written(next).length === view.choices.due) act.focus?.('[data-do="bonus"]');
}
