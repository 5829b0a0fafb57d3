// Summer Pavilion in words: stars, structures, payments, tiles. Texts only; what is legal comes from the server.
import { colour, groups } from './parts.js';
import { list, t } from './i18n.js';
import { tilesOf } from './market.js';

const LETTER = { purple: 'P', orange: 'O', red: 'R', blue: 'B', yellow: 'Y', green: 'G' };

/** A star's name. On the grey side the letters only name places (S54), so it is called by where it lies. @param {string} star @param {string} side */
export const starName = (star, side) => {
  if (star === '*') return t('pavilion.star.centre');
  return side === 'grey' ? t(`pavilion.place.${star}`) : t(`pavilion.star.${star}`);
};

/** Where a space lies and what it carries: "Blue star, space 4". @param {string} space @param {any} show */
export const spaceName = (space, show) => {
  const number = show.numbers[space[0]][Number(space[1]) - 1];
  const words = { star: starName(space[0], show.options.side), n: number, space };
  // On the grey side two spaces of a star may carry the same number: the notation tells them apart.
  return t(show.options.side === 'grey' ? 'pavilion.space.grey' : 'pavilion.space', words);
};

/** The server's "blue pillar", "purple-orange statue" in the page's language. @param {string} name @param {string} side */
export function structureName(name, side) {
  const [where, kind] = [name.slice(0, name.lastIndexOf(' ')), name.slice(name.lastIndexOf(' ') + 1)];
  const stars = where.split('-').map((word) => LETTER[/** @type {'red'} */ (word)]);
  return structureWords(kind, stars, side);
}

/** @param {string} kind @param {string[]} stars @param {string} side */
export const structureWords = (kind, stars, side) => t(`pavilion.structure.${kind}`, {
  star: starName(stars[0], side),
  next: stars[1] && starName(stars[1], side),
});

/** "2 red and 1 green". @param {string} tiles */
export const tilesWords = (tiles) => list(groups(tiles, 'pavilion').map(([letter, n]) => tilesOf(letter, n)));

/** "3 blue + 1 wild"; the wild's own colour needs no second word. @param {{tile: string, paid: string, wilds: number}} pay */
export function payWords(pay) {
  const own = tilesOf(pay.tile, pay.paid.length - pay.wilds);
  return pay.wilds ? `${own} + ${t('pavilion.wilds', { n: pay.wilds })}` : own;
}

/** In the order of formats.md. @param {Record<string, number>} counts */
export const written = (counts) => [...'PGOYBR'].map((c) => c.repeat(counts[c] ?? 0)).join('');

/** @param {string} tiles @returns {Record<string, number>} */
export const counted = (tiles) => Object.fromEntries([...'PGOYBR'].map((c) => [c, tiles.split(c).length - 1]));

/** The first letter large, as a heading wants it. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
