// One Azul board: pattern lines left, wall right, floor below. State in, elements out; legal moves come from the server.
import { h } from './dom.js';
import { t } from './i18n.js';
import { colour, signed, tile, times } from './parts.js';
import { tilesOf } from './market.js';
import { chipsOf, effects } from './azulwords.js';

/** What each floor space costs (A6). */
const PENALTY = [1, 1, 2, 2, 2, 3, 3];

/**
 * What a board shows beside its tiles: the ways of the group in hand by destination, the one looked at, the scoring of one tile.
 * @typedef {{own: boolean, ways: Map<any, any[]>, way: any, group: any, cells: any[], hold: any, mark: any, act: any, choose: (to: any, byKeyboard: boolean) => void, look: (to: any) => void}} Sight
 */

/** The colour of a cell of the coloured wall (A5); the grey wall has none. @param {any} view @param {number} r @param {number} c */
const printed = (view, r, c) => (view.options.wall === 'grey' ? '0' : 'BYRKW'[(c - r + 5) % 5]);

/** A tile that motion can follow. @param {string} letter @param {string} at */
function lying(letter, at) {
  const drawn = tile(letter);
  Object.assign(drawn.props, { 'data-piece': letter, 'data-at': at });
  return drawn;
}

/** @param {any} view @param {any} board @param {number} seat @param {Sight} sight */
export const boardBody = (view, board, seat, sight) => h('div', { key: 'body', class: 'board-body' },
  h('div', { class: 'board-rows' },
    h('div', { class: 'lines' }, board.lines.map((/** @type {string} */ tiles, /** @type {number} */ i) => line(tiles, i + 1, seat, sight))),
    wall(view, board, seat, sight)),
  floor(board, seat, sight));

// --- pattern lines ---

/** The letters the group in hand would add to a line. @param {any} way @param {any} group */
const added = (way, group) => (group.colour === 'J' ? 'J'.repeat(way.placed) : group.colour.repeat(way.placed - way.jokers) + 'J'.repeat(way.jokers));

/** @param {string} tiles @param {number} row @param {number} seat @param {Sight} sight */
function line(tiles, row, seat, sight) {
  const ways = sight.ways.get(row);
  const looked = sight.way?.to === row ? sight.way : null;
  const fresh = looked ? added(looked, sight.group) : '';
  const slots = times(row, (i) => slot(tiles + fresh, row - 1 - i, tiles.length, `line-${seat}-${row}`));
  const says = tiles ? t('azul.line', { row, tiles: mixed(tiles) }) : t('azul.line.empty', { row });
  if (!sight.own) return h('div', { key: row, class: 'line', 'data-row': row, role: 'img', 'aria-label': says }, slots);
  const label = ways ? `${says} ${t('azul.place_here', { what: effects(ways[0]).join(', ') })}` : sight.group ? `${says} ${t('azul.not_here')}` : says;
  return h('button', {
    key: row, type: 'button', class: `line${ways ? ' legal' : ''}${looked ? ' picked' : ''}`, 'data-row': row, 'data-drop': ways ? row : null, 'data-line': row,
    'aria-label': label, 'aria-disabled': ways ? null : 'true', tabindex: ways ? null : '-1', 'aria-pressed': ways && sight.act.confirm ? String(Boolean(looked)) : null, ...handlers(row, ways, sight),
  }, ways && h('span', { key: 'ways', class: 'ways' }, chipsOf(looked ?? ways[0])), slots);
}

/** Place i counted from the right, where a line starts to fill (A20). @param {string} tiles @param {number} i @param {number} held @param {string} at */
function slot(tiles, i, held, at) {
  const letter = tiles[i];
  if (!letter) return h('span', { key: i, class: 'slot' });
  return i < held ? h('span', { key: i, class: 'slot' }, lying(letter, at)) : h('span', { key: i, class: 'slot next' }, tile(letter));
}

/** "2 blue and 1 joker" of a line or a floor. @param {string} tiles */
export const mixed = (tiles) => [...'BYRKWJ'].filter((c) => tiles.includes(c)).map((c) => tilesOf(c, tiles.split(c).length - 1)).join(' + ');

/** What a destination does when pressed or looked at. @param {any} to @param {any[]|undefined} ways @param {Sight} sight */
const handlers = (to, ways, sight) => (ways ? {
  onClick: (/** @type {MouseEvent} */ event) => sight.choose(to, event.detail === 0),
  onPointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && sight.look(to),
  onPointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && sight.look(null),
  onFocus: (/** @type {any} */ event) => event.target.matches(':focus-visible') && sight.look(to),
  onBlur: () => sight.look(null),
} : sight.group && to !== 'f' ? { onClick: () => sight.act.why(`${sight.group.key}>${to}`) } : {});

// --- wall ---

/** The cells of the run through a cell, in one direction, as far as tiles lie (or are about to). @param {string[][]} rows @param {number} r @param {number} c @param {number} dr @param {number} dc */
function run(rows, r, c, dr, dc) {
  const cells = [`${r},${c}`];
  for (const way of [1, -1]) for (let i = 1; rows[r + way * i * dr]?.[c + way * i * dc] > '.'; i += 1) cells.push(`${r + way * i * dr},${c + way * i * dc}`);
  return cells;
}

/** Where tiles of complete lines will go this round, on the coloured wall: they count as neighbours of what comes below (A31). @param {any} view @param {any} board */
function waiting(view, board) {
  if (view.options.wall === 'grey' || view.show.phase === 'over') return [];
  return board.lines.flatMap((/** @type {string} */ tiles, /** @type {number} */ r) => {
    const letter = tiles.replaceAll('J', '')[0];
    if (tiles.length < r + 1 || !letter) return [];
    const c = times(5, (i) => i).find((i) => printed(view, r, i) === letter) ?? 0;
    return board.wall[r][c] === '.' ? [{ r, c, letter: tiles.includes('J') ? 'J' : letter }] : [];
  });
}

/** The tile whose scoring is shown: told by the story, or foreseen for the group in hand. @param {any} view @param {any} board @param {Sight} sight */
function lit(view, board, sight) {
  const shown = sight.mark ?? sight.way?.cell ?? (sight.hold && sight.hold.cell);
  if (!shown) return null;
  const rows = board.wall.map((/** @type {string} */ row) => [...row]);
  const soon = waiting(view, board);
  if (!sight.mark) for (const { r, c, letter } of soon) if (r < shown.row) rows[r][c] = letter;
  const [r, c] = [shown.row - 1, shown.column - 1];
  return {
    at: `${r},${c}`, told: Boolean(sight.mark), shown,
    across: shown.across > 1 ? run(rows, r, c, 0, 1) : [], down: shown.down > 1 ? run(rows, r, c, 1, 0) : [],
  };
}

/** @param {any} view @param {any} board @param {number} seat @param {Sight} sight */
function wall(view, board, seat, sight) {
  const light = lit(view, board, sight);
  const soon = new Map(waiting(view, board).map((/** @type {any} */ s) => [`${s.r},${s.c}`, s.letter]));
  const spoken = board.wall.map((/** @type {string} */ row, /** @type {number} */ r) => t('azul.wall.row', { row: r + 1, tiles: [...row].map((x, c) => (x === '.' ? '' : `${colour(x)} (${c + 1})`)).filter(Boolean).join(', ') || t('azul.wall.none') })).join('; ');
  const cells = times(25, (i) => cell(view, board, Math.floor(i / 5), i % 5, seat, sight, light, soon));
  const choosing = sight.cells.length > 0;
  return h('div', { key: 'wall', class: `wall${choosing ? ' choosing' : ''}`, role: choosing ? 'group' : 'img', 'aria-label': `${t('azul.wall')} ${spoken}` }, cells);
}

/** @param {any} view @param {any} board @param {number} r @param {number} c @param {number} seat @param {Sight} sight @param {any} light @param {Map<string, string>} soon */
function cell(view, board, r, c, seat, sight, light, soon) {
  const at = `${r},${c}`;
  const held = board.wall[r][c];
  const choice = sight.cells.find((/** @type {any} */ x) => x.row === r + 1 && x.column === c + 1);
  const here = light?.at === at;
  const next = here && !light.told;
  const kinds = [here && (light.told ? 'told' : 'next'), light?.across.includes(at) && 'across', light?.down.includes(at) && 'down', choice && 'legal', soon.has(at) && 'soon'];
  const body = [
    held !== '.' ? lying(held, `wall-${seat}-${r + 1}-${c + 1}`) : next ? tile(foreseen(sight, printed(view, r, c))) : tile(printed(view, r, c), 'ghost'),
    here ? sum(light.shown) : null,
  ];
  const props = { key: at, class: ['cell', ...kinds].filter(Boolean).join(' ') };
  if (!choice) return h('span', { ...props, onClick: sight.cells.length ? () => sight.act.why(`${r + 1}@${c + 1}`) : null }, body);
  return h('button', {
    ...props, type: 'button', 'data-drop': `${r + 1}@${c + 1}`, 'data-cell': c + 1, 'aria-label': t('azul.cell', { row: r + 1, column: c + 1, points: signed(choice.points) }),
    ...handlers(choice, [choice], sight),
  }, body, here ? null : h('span', { key: 'gain', class: 'chip good' }, signed(choice.points)));
}

/** The tile a preview shows on the wall: a joker wherever one lies in the line (A62). @param {Sight} sight @param {string} letter */
const foreseen = (sight, letter) => sight.hold?.tile ?? (sight.way?.joker || sight.group?.colour === 'J' || sight.way?.jokers ? 'J' : letter === '0' ? sight.group?.colour : letter);

/** "2 + 2 = 4" in the two tints of the runs. @param {any} shown */
const sum = ({ across, down, points }) => h('span', { key: 'sum', class: 'sum num' },
  across > 1 && down > 1 ? [h('i', { class: 'a' }, across), ' + ', h('i', { class: 'd' }, down), ` = ${points}`] : signed(points));

// --- floor ---

/** What the way looked at would let fall, marker first (A15). @param {Sight} sight */
function falling({ way, group }) {
  if (!way || !group) return '';
  const coloured = group.colour === 'J' ? 0 : group.count - (way.placed - way.jokers);
  return (group.marker ? '1' : '') + (coloured > 0 ? group.colour.repeat(coloured) : '') + 'J'.repeat(Math.max(0, way.fell - Math.max(0, coloured)));
}

/** @param {any} board @param {number} seat @param {Sight} sight */
function floor(board, seat, sight) {
  const ways = sight.ways.get('f');
  const next = sight.own ? falling(sight) : '';
  const all = (board.floor + next).slice(0, 7);
  const lost = board.penalty - (sight.own && sight.way ? sight.way.floor : 0);
  const slots = PENALTY.map((points, i) => h('span', { key: i, class: `${i < board.floor.length ? 'full' : i < all.length ? 'full next' : ''}` },
    h('i', null, i < board.floor.length ? lying(all[i], `floor-${seat}`) : all[i] ? tile(all[i]) : null), `−${points}`));
  const body = [h('span', { class: 'floor-slots' }, slots), h('span', { class: 'floor-note' }, lost ? h('b', { class: 'num' }, `−${lost}`) : t('azul.floor.title'))];
  const says = lost ? t('azul.floor.lost', { n: board.penalty }) : t('azul.floor.none');
  if (!sight.own) return h('div', { key: 'floor', class: 'floor', role: 'img', 'aria-label': says }, body);
  const label = ways ? `${says} ${t('azul.drop_here', { what: effects(ways[0]).join(', ') })}` : says;
  return h('button', {
    key: 'floor', type: 'button', class: `floor${ways ? ' legal' : ''}${sight.way?.to === 'f' ? ' picked' : ''}`, 'data-drop': ways ? 'f' : null, 'data-line': 'f', 'aria-label': label,
    'aria-disabled': ways ? null : 'true', tabindex: ways ? null : '-1', 'aria-pressed': ways && sight.act.confirm ? String(sight.way?.to === 'f') : null, ...handlers('f', ways, sight),
  }, body, ways && h('span', { key: 'ways', class: 'ways' }, chipsOf(ways[0])));
}
