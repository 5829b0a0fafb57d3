// A page for modules that expect one: just the document that texts and preferences ask for, with the real catalogue.
import { readFileSync } from 'node:fs';

const WEB = new URL('../../../src/azulejos/web/', import.meta.url);

/** The page's modules, loaded in a language. One language a process, as in a browser. @param {string} lang @param {...string} names */
export async function load(lang, ...names) {
  const texts = readFileSync(new URL(`locale/${lang}.json`, WEB), 'utf8');
  globalThis.document = {
    getElementById: (id) => (id === 'texts' ? { textContent: texts } : null),
    documentElement: { lang, dataset: {}, style: { setProperty() {} }, removeAttribute() {} },
    cookie: '', hidden: false,
  };
  return Promise.all(names.map((name) => import(new URL(`static/js/${name}`, WEB).href)));
}

/** All words of a described element, as a reader meets them. */
export function words(node) {
  if (Array.isArray(node)) return node.map(words).filter(Boolean).join(' ');
  if (node === null || node === undefined || node === false) return '';
  return typeof node === 'object' ? words(node.children) : String(node);
}

/** Every described element that passes a test. */
export function find(node, test) {
  if (Array.isArray(node)) return node.flatMap((one) => find(one, test));
  if (!node || typeof node !== 'object') return [];
  return [...(test(node) ? [node] : []), ...find(node.children, test)];
}

/** A finished Azul game of three, small enough to add up by hand. */
export const azul = () => ({
  type: 'view', table: 'abc', game: 'azul', options: { players: 3, wall: 'coloured', jokers: false }, kind: 'friends', status: 'over', ply: 9,
  seats: ['Ana', 'Inês', 'Bo'].map((name, seat) => ({ seat, name, kind: 'person', level: null, here: true, you: seat === 0, resigned: false })),
  you: [0], can: { rematch: true }, offers: { takeback: null, rematch: { agreed: [], table: null } },
  show: { boards: [['BYRKW', '.....', '.....', '.....', '.....'], ['.....', '.....', '.....', '.....', '.....'], ['.....', '.....', '.....', '.....', '.....']].map((wall) => ({ wall })) },
  result: {
    scores: [21, 12, 3], winners: [0], ending: 'row', seat: null,
    breakdown: [
      { rounds: [{ wall: 2, floor: -4, score: 0 }, { wall: 20, floor: -1, score: 19 }], bonuses: { rows: 2, columns: 0, colours: 0 }, total: 21 },
      { rounds: [{ wall: 5, floor: 0, score: 5 }, { wall: 0, floor: 0, score: 5 }], bonuses: { rows: 0, columns: 7, colours: 0 }, total: 12 },
      { rounds: [{ wall: 1, floor: 0, score: 1 }, { wall: 3, floor: -1, score: 3 }], bonuses: { rows: 0, columns: 0, colours: 0 }, total: 3 },
    ],
  },
});
