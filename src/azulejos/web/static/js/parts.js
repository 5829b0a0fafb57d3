// Drawing helpers that every page shares: tiles, rhombi, icons, small texts. No rules live here.
import { h } from './dom.js';
import { t } from './i18n.js';

/** The colours of a game, in the order of formats.md. @type {Record<string, string>} */
export const ORDER = { azul: 'BYRKWJ', pavilion: 'PGOYBR' };

/** A colour's name; "1" is the first-player marker. @param {string} letter */
export const colour = (letter) => t(`colour.${letter}`);

/** A square or round piece: kind is tile, ghost or mark. @param {string} letter @param {string} [kind] @param {string} [extra] */
export const tile = (letter, kind = 'tile', extra = '') =>
  h('svg', { class: `tile ${extra}`.trim(), 'aria-hidden': 'true' }, h('use', { href: `#${kind}-${letter}` }));

/** A rhombus: kind is rhomb or rghost. @param {string} letter @param {string} [kind] @param {string} [extra] */
export const rhomb = (letter, kind = 'rhomb', extra = '') =>
  h('svg', { class: `rhomb ${extra}`.trim(), viewBox: '-50 -86.6 100 173.2', 'aria-hidden': 'true' },
    h('use', { href: `#${kind}-${letter}`, x: -50, y: -86.6, width: 100, height: 173.2 }));

/** The piece of a game. @param {string} game @param {string} letter */
export const piece = (game, letter) => (game === 'azul' || letter === '1' ? tile(letter) : rhomb(letter));

/** @param {string} id */
export const icon = (id) => h('svg', { class: 'icon', 'aria-hidden': 'true' }, h('use', { href: `#i-${id}` }));

/** "BBYR" -> [["B", 2], ["Y", 1], ["R", 1]], in the order of the game's colours. @param {string} tiles @param {string} game @returns {Array<[string, number]>} */
export const groups = (tiles, game) =>
  [...ORDER[game]].map((c) => /** @type {[string, number]} */ ([c, tiles.split(c).length - 1])).filter(([, n]) => n);

/** A minus sign people can read, not a hyphen. @param {number} n */
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** @template T @param {number} n @param {(i: number) => T} each @returns {T[]} */
export const times = (n, each) => Array.from({ length: n }, (_, i) => each(i));
