// The boards of Summer Pavilion on the page: one's own, large and in reach, and the others', small.
import { h } from './dom.js';
import { ORDER } from './parts.js';
import { t } from './i18n.js';
import { tilesOf } from './market.js';
import { payOf, usable } from './paying.js';
import { nameOf, seatLine } from './seat.js';
import { lying } from './supply.js';
import { stars } from './stars.js';
import { counted } from './pavwords.js';

/** Where a finger is at work a space is too small: stars are the buttons then (kit). */
export const narrow = globalThis.matchMedia?.('(width < 48rem), (height < 32rem)');

/** The words beside a name. @param {any} view @param {number} seat */
const notes = (view, seat) => [view.show.boards[seat].passed && view.show.phase !== 'over' && t('pavilion.passed')].filter(Boolean);

/** @param {any} view @param {number} seat */
const line = (view, seat) => seatLine(view, seat, { score: view.show.boards[seat].score, marker: view.show.marker === seat ? t('pavilion.marker') : null, notes: /** @type {string[]} */ (notes(view, seat)) });

/** Each seat's last move but for bonus tiles, as far as this page saw it. @type {Map<string, any>} */
const lastMoves = new Map();

/** Pushes bring only what is new, so the last moves are kept; what was taken back is forgotten. @param {any} view */
export function remember(view) {
  for (const [key, entry] of lastMoves) if (entry.ply >= view.ply) lastMoves.delete(key);
  for (const entry of view.log ?? []) if (entry.seat >= 0 && entry.told?.kind !== 'bonus') lastMoves.set(`${view.table} ${entry.seat}`, entry);
}

/** The space that a seat filled last, where that was its last move. @param {any} view @param {number} seat */
function fresh(view, seat) {
  const told = lastMoves.get(`${view.table} ${seat}`)?.told;
  return told?.kind === 'place' ? [told.space] : [];
}

/** @param {any} view @param {number} seat @param {any} ui @param {any} act */
export function ownBoard(view, seat, ui, act) {
  const can = act.can ? usable(view) : new Map(); const placing = can.size > 0 && !ui.passing; const one = placing ? can.get(ui.picked) : null;
  const marks = placing ? { can, picked: ui.picked, star: ui.picked ? ui.picked[0] : ui.star, tile: payOf(one, ui)?.tile, run: one?.joins, done: one?.structures } : { fresh: fresh(view, seat) };
  const asking = act.can && view.choices?.kind === 'place' && !ui.passing ? { why: (/** @type {string} */ space) => act.why(`${space}=${guess(view, seat, space)}`) } : null;
  const hands = { own: true, fingers: narrow?.matches, home: homeOf(can, ui), ...asking, ...(placing ? {
    pick: (/** @type {string} */ space) => act.set(ui.picked === space ? { picked: null, star: null, pay: null } : { picked: space, star: space[0], pay: null, all: false }),
    star: (/** @type {string} */ star) => act.set({ star: ui.star === star && narrow?.matches ? null : star, picked: null, pay: null, all: false }),
  } : null) };
  return h('section', { key: 'own', class: `panel own${placing ? ' placing' : ''}`, 'data-seat': seat, 'data-drop': 'hand', 'aria-label': t('pavilion.board', { name: nameOf(view, seat) }) },
    line(view, seat), stars(view.show, seat, marks, hands, t('pavilion.stars')),
    h('p', { key: 'key', class: 'key', 'aria-hidden': 'true' }, h('span', null, h('i'), t('pavilion.key.open')), h('span', null, h('i', { class: 'on' }), t('pavilion.key.covered')), h('span', null, h('i', { class: 'near' }), t('pavilion.key.near')), h('span', null, t('pavilion.key.tiles'))));
}

/** What somebody would pay who means this space: its own colour, or the one that reaches furthest with the wild tiles. @param {any} view @param {number} seat @param {string} space */
function guess(view, seat, space) {
  const { options, wild, numbers } = view.show; const tiles = counted(view.show.boards[seat].hand); const own = options.side === 'coloured' && space[0] !== '*';
  const reach = (/** @type {string} */ letter) => (tiles[letter] ? tiles[letter] + (letter === wild ? 0 : tiles[wild]) : 0);
  const letter = own ? space[0] : [...ORDER.pavilion].reduce((most, one) => (reach(one) > reach(most) ? one : most), wild);
  return letter.repeat(numbers[space[0]][Number(space[1]) - 1]);
}

/** One space is the tab stop: the one in hand, the one last visited, or the first. @param {Map<string, any>} can @param {any} ui */
export const homeOf = (can, ui) => (can.has(ui.picked) ? ui.picked : can.has(ui.at) ? ui.at : [...can.keys()][0]);

/** @param {any} view @param {number} seat */
export function otherBoard(view, seat) {
  const board = view.show.boards[seat]; const tiles = counted(board.hand); const covered = Object.values(board.stars).join('').replaceAll('.', '').length;
  const final = [...Object.values(board.bonuses.stars), ...Object.values(board.bonuses.numbers)].reduce((a, b) => a + b, 0);
  return h('section', { key: `seat-${seat}`, class: 'panel other', 'data-seat': seat, 'aria-label': t('pavilion.board', { name: nameOf(view, seat) }) },
    line(view, seat), stars(view.show, seat, { fresh: fresh(view, seat) }, {}, t('pavilion.stars.of', { name: nameOf(view, seat), n: covered })),
    h('p', { key: 'hand', class: 'other-hand' },
      [...ORDER.pavilion].filter((letter) => tiles[letter]).map((letter) => h('span', { key: letter }, lying(letter, `hand-${seat}`, tiles[letter]), h('b', { class: 'num', 'aria-hidden': 'true' }, tiles[letter]), h('span', { class: 'sr' }, tilesOf(letter, tiles[letter])))),
      !board.hand && h('span', { key: 'none', class: 'quiet' }, t('pavilion.hand.none')),
      final > 0 && view.show.phase !== 'over' && h('span', { key: 'final', class: 'quiet' }, t('pavilion.final', { n: final }))));
}
