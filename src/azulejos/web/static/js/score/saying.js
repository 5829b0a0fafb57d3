// An error or a hint of a reckoning in the page's language.
import { list, t } from '../i18n.js';
import { colour } from '../parts.js';
import { starName } from '../pavwords.js';

/** How values are said that are letters in the sheet. @type {Record<string, (value: string, side: string) => string>} */
const SAID = {
  colour, expected: colour,
  allowed: (value) => list([...value].map(colour)),
  star: (value, side) => starName(value === 'C' ? '*' : value, side),
};

/**
 * The sentence. @param {'error' | 'hint'} kind @param {Record<string, any>} note an entry of reckoning.errors or .hints
 * @param {string} [side] of a Pavilion board, coloured or grey: stars have other names there @returns {string}
 */
export function noteWords(kind, note, side = 'coloured') {
  const values = Object.entries(note.values).map(([name, value]) => [name, SAID[name] ? SAID[name](value, side) : value]);
  return t(`score.${kind}.${note.code}`, { round: note.round, ...Object.fromEntries(values) });
}
