// Azul at the table: market, boards and the move in hand. Draws a view; the rules stay on the server. (See table.js for the interface.)
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { colour, icon, tile } from './parts.js';
import { market } from './market.js';
import { nameOf, order, realName, seatLine } from './seat.js';
import { turnOf } from './bar.js';
import { boardBody } from './azulboard.js';
import { groupWords, heldWords, trayChips, wayWords } from './azulwords.js';

export { sentence, spoken } from './azulwords.js';
export { account, caption, retold, spokenStory, steps } from './azulstory.js';

export const typedExample = '3B>2';
/** Keys, what they do, and the option without which they do nothing. @type {Array<string[]>} */
export const shortcuts = [['← ↑ → ↓', 'azul.keys.arrows'], ['Enter', 'azul.keys.pick'], ['1 – 5', 'azul.keys.line'], ['F', 'azul.keys.floor'], ['J', 'azul.keys.jokers', 'jokers'], ['Esc', 'azul.keys.cancel']];

/** What <main> holds. @param {any} view @param {any} ui @param {any} act */
export function draw(view, ui, act) {
  const [first, ...others] = order(view);
  const over = view.status === 'over'; // nothing is left to take: the boards have the page
  return h('div', { key: 'azul', class: `azul-table${over ? ' over' : ''}`, 'data-players': view.show.boards.length },
    over ? null : market(view, ui, act, { arrange: (_tiles, from, all) => all.map((lot) => pickable(lot, view, ui, act)), pick: (key, byKeyboard) => pick(key, view, ui, act, byKeyboard) }),
    board(view, first, true, ui, act),
    h('div', { key: 'others', class: 'others' }, others.map((seat) => board(view, seat, false, ui, act))),
    h('div', { key: 'rail', class: 'rail' }, counts(view), act.rail));
}

// --- picking and placing ---

/** The groups the server lets us lift. @param {any} view @returns {any[]} */
const liftable = (view) => (view.choices?.kind === 'offer' ? view.choices.groups : []);

/** @param {any} view @param {string|null} key */
const groupOf = (view, key) => (key ? liftable(view).find((group) => group.key === key) ?? null : null);

/** "3B" and "3B+J" are one place on the plate. @param {string} key */
const bare = (key) => key.replace('+J', '');

/** @param {any} lot @param {any} view @param {any} ui @param {any} act */
const pickable = (lot, view, ui, act) => ({
  ...lot,
  can: Boolean(act.can) && liftable(view).some((group) => bare(group.key) === lot.key),
  pressed: Boolean(ui.picked) && (bare(ui.picked) === lot.key || (ui.picked.endsWith('+J') && lot.key === `${ui.picked[0]}J`)),
});

/** @param {string} key @param {any} view @param {any} ui @param {any} act @param {boolean} [byKeyboard] */
function pick(key, view, ui, act, byKeyboard = false) {
  const again = ui.picked && bare(ui.picked) === key;
  const picked = again ? null : (groupOf(view, key) ?? groupOf(view, `${key}+J`))?.key ?? null;
  act.set({ picked, to: null, look: null });
  if (byKeyboard && picked) act.focus('.mine .line.legal, .mine .floor.legal');
}

/** The ways of the group in hand by destination; several for one line where a split is open (A61). @param {any} group @returns {Map<any, any[]>} */
function waysOf(group) {
  const ways = new Map();
  for (const way of group?.to ?? []) ways.set(way.to, [...(ways.get(way.to) ?? []), way]);
  return ways;
}

/** The way looked at: chosen, or under the pointer or the focus. @param {Map<any, any[]>} ways @param {any} ui */
function wayOf(ways, ui) {
  const chosen = ways.get(ui.to);
  if (chosen) return chosen.find((way) => way.move === ui.move) ?? chosen[0];
  return ways.get(ui.look)?.[0] ?? null;
}

/** A destination was pressed: play, or ask once more. @param {any} to @param {boolean} byKeyboard @param {any} view @param {any} ui @param {any} act */
function choose(to, byKeyboard, view, ui, act) {
  const ways = waysOf(groupOf(view, ui.picked)).get(to);
  if (!ways || !act.can) return;
  if (!act.confirm && ways.length === 1) { act.play(ways[0].move); return; }
  act.set({ to, move: ways[0].move, look: null });
  if (byKeyboard) act.focus('.tray .primary');
}

/** A cell of the own wall was pressed in tiling. @param {any} cell @param {boolean} byKeyboard @param {any} act */
function settle(cell, byKeyboard, act) {
  if (!act.confirm) { act.play(cell.move); return; }
  act.set({ cell: cell.move, look: null });
  if (byKeyboard) act.focus('.tray .primary');
}

// --- boards ---

/** What a board shows beside its tiles. @param {any} view @param {number} seat @param {boolean} first @param {any} ui @param {any} act @returns {any} */
function sightOf(view, seat, first, ui, act) {
  const own = first && Boolean(view.you?.length) && view.status === 'playing';
  const mine = own && act.can && act.seat === seat;
  const group = mine ? groupOf(view, ui.picked) : null;
  const ways = waysOf(group);
  const tiling = mine && view.choices?.kind === 'tiling' ? view.choices : null;
  const cell = tiling?.cells.find((/** @type {any} */ x) => x.move === (ui.cell ?? ui.look?.move)) ?? null;
  return {
    own, group, ways, way: wayOf(ways, ui), cells: tiling?.cells ?? [], hold: tiling ? { tile: tiling.tile, cell } : null, mark: view.marks?.[seat] ?? null, act,
    choose: (/** @type {any} */ to, /** @type {boolean} */ byKeyboard) => (tiling ? settle(to, byKeyboard, act) : choose(to, byKeyboard, view, ui, act)),
    look: (/** @type {any} */ to) => { if (ui.look !== to) act.set({ look: to }); },
  };
}

/** @param {any} view @param {number} seat @param {boolean} first @param {any} ui @param {any} act */
function board(view, seat, first, ui, act) {
  const it = view.show.boards[seat];
  const sight = sightOf(view, seat, first, ui, act);
  const label = first && view.you?.length === 1 ? t('table.your_board') : boardName(view, seat);
  const kinds = ['panel', 'board', first ? 'mine' : 'mini', sight.group && 'choosing', (view.waiting ?? []).includes(seat) && 'deciding', near(view, seat) && 'near'];
  return h('section', { key: `board-${first ? 'first' : seat}`, class: kinds.filter(Boolean).join(' '), 'data-seat': seat, 'aria-label': label },
    seatLine(view, seat, { score: it.score, pending: it.pending, marker: marker(view, seat), notes: starter(view, seat) }),
    boardBody(view, it, seat, sight),
    first && act.can !== undefined ? tray(view, ui, act) : null);
}

/** Two bots may have one name: then the seat tells them apart. @param {any} view @param {number} seat */
function boardName(view, seat) {
  const name = realName(view, seat);
  const twice = view.show.boards.some((/** @type {any} */ _, /** @type {number} */ other) => other !== seat && realName(view, other) === name);
  return t(twice ? 'table.board.seat' : 'table.board', { name, n: seat + 1 });
}

/** The holder of the marker starts the next round (A42). @param {any} view @param {number} seat */
const marker = (view, seat) => (view.show.marker === seat && view.show.phase !== 'over' ? t('azul.marker.next', { name: nameOf(view, seat) }) : null);

/** @param {any} view @param {number} seat */
const starter = (view, seat) => (view.show.starter === seat && view.show.phase !== 'over' ? [t('table.started')] : []);

/** @param {any} view @param {number} seat */
const near = (view, seat) => (view.near ?? []).some((/** @type {any} */ n) => n.seat === seat);

// --- the move in hand ---

/** The tray at the foot of the own board; it keeps its place while others play. @param {any} view @param {any} ui @param {any} act */
export function tray(view, ui, act) {
  if (!view.you?.length || view.status !== 'playing') return null;
  if (!act.can || !view.choices) return h('p', { key: 'tray', class: 'tray hint idle' }, h('span', null, view.acting === null ? turnOf(view).text : t('table.connecting')));
  if (view.choices.kind === 'tiling') return tilingTray(view, ui, act);
  const group = groupOf(view, ui.picked);
  if (!group) return h('p', { key: 'tray', class: 'tray hint' }, h('span', null, t('azul.hint.pick')), view.show.round === 1 && h('button', { key: 'rules', type: 'button', class: 'btn plain small', onClick: () => act.open('rules') }, t('table.rules')));
  const ways = waysOf(group);
  const way = wayOf(ways, ui);
  const splits = ways.get(ui.to) ?? [];
  return h('div', { key: 'tray', class: 'tray', role: 'group', 'aria-label': t('azul.tray') },
    h('p', { class: 'tray-what' }, tile(group.colour), h('span', null, groupWords(group), apart(), way ? wayWords(way) : h('span', { class: 'quiet' }, t('azul.hint.line')))),
    way && h('span', { key: 'chips', class: 'tray-chips' }, trayChips(way)),
    jokers(view, group, act), splits.length > 1 && split(splits, way, act),
    h('span', { key: 'do', class: 'tray-do' },
      h('button', { key: 'cancel', type: 'button', class: 'btn', onClick: () => letGo(view, ui, act) }, t('table.cancel')),
      (act.confirm || splits.length > 1) && h('button', { key: 'place', type: 'button', class: 'btn primary', disabled: !ui.to || !way, onClick: () => way && act.play(way.move) }, icon('check'), t('azul.place_tiles'))));
}

/** A new line where there is room for two, a point where there is not. */
const apart = () => [h('br', { key: 'br' }), h('span', { key: 'dot', class: 'dot-apart' }, ' · ')];

/** Put the tiles back and return to the group they came from. @param {any} view @param {any} ui @param {any} act */
function letGo(view, ui, act) {
  if (ui.to) act.set({ to: null, move: null });
  else { act.focus(`[data-group="${bare(ui.picked ?? '')}"]`); act.set({ picked: null, to: null, look: null }); }
}

/** With the jokers of the same place, or without (A55, A56). @param {any} view @param {any} group @param {any} act */
function jokers(view, group, act) {
  if (group.colour === 'J') return null;
  const two = [`${group.from}${group.colour}`, `${group.from}${group.colour}+J`].map((key) => groupOf(view, key));
  if (!two[0] || !two[1]) return null;
  return h('span', { key: 'jokers', class: 'small-choice', role: 'group', 'aria-label': t('azul.jokers') }, two.map((one) => h('button', {
    key: one.key, type: 'button', class: 'btn', 'aria-pressed': String(one.key === group.key), onClick: () => act.set({ picked: one.key, to: null, move: null, look: null }),
  }, one.jokers ? [tile('J'), t('azul.with_jokers', { n: one.jokers })] : t('azul.without_jokers'))));
}

/** How many jokers stay in the line where not everything fits (A61). @param {any[]} ways @param {any} way @param {any} act */
const split = (ways, way, act) => h('span', { key: 'split', class: 'small-choice', role: 'group', 'aria-label': t('azul.split') }, ways.map((one) => h('button', {
  key: one.move, type: 'button', class: 'btn', 'aria-pressed': String(one.move === way?.move), onClick: () => act.set({ move: one.move }),
}, t('azul.split.n', { n: one.jokers }))));

/** @param {any} view @param {any} ui @param {any} act */
function tilingTray(view, ui, act) {
  const { line, tile: letter, cells } = view.choices;
  const cell = cells.find((/** @type {any} */ x) => x.move === ui.cell);
  return h('div', { key: 'tray', class: 'tray', role: 'group', 'aria-label': t('azul.tray') },
    h('p', { class: 'tray-what' }, tile(letter), h('span', null, t('azul.tiling', { row: line, colour: colour(letter) }), apart(), cell ? t('azul.tiling.cell', { column: cell.column, points: cell.points }) : h('span', { class: 'quiet' }, t('azul.tiling.hint')))),
    act.confirm && h('span', { key: 'do', class: 'tray-do' },
      h('button', { key: 'place', type: 'button', class: 'btn primary', disabled: !cell, onClick: () => cell && act.play(cell.move) }, icon('check'), t('azul.place_tile'))));
}

// --- bag and lid ---

/** @param {any} view */
function counts(view) {
  const letters = [...(view.options.jokers ? 'BYRKWJ' : 'BYRKW')];
  const row = (/** @type {string} */ label, /** @type {Record<string, number>} */ held, /** @type {string} */ at) => h('tr', { key: label, 'data-at': at }, h('th', { scope: 'row' }, label),
    letters.map((c) => h('td', { key: c, class: held[c] ? null : 'zero' }, held[c] ?? 0)), h('td', { key: 'all' }, Object.values(held).reduce((a, b) => a + b, 0)));
  return h('section', { key: 'counts', class: 'panel', 'aria-labelledby': 'counts-title' },
    h('h2', { class: 'eyebrow', id: 'counts-title' }, t('azul.counts')),
    h('table', { class: 'counts' },
      h('thead', null, h('tr', null, h('td', null), letters.map((c) => h('th', { key: c, scope: 'col' }, h('span', { class: 'sr' }, colour(c)), tile(c))), h('th', { key: 'all', scope: 'col' }, h('span', { class: 'sr' }, t('azul.counts.all'))))),
      h('tbody', null, row(t('azul.bag'), view.show.bag ?? {}, 'bag'), row(t('azul.lid'), view.show.lid ?? {}, 'lid'))));
}

// --- the end in sight, keys, drag ---

/** A fifth tile of a row is pending: the round may be the last (A43). @param {any} view */
export function banner(view) {
  const all = view.near ?? [];
  if (!all.length || view.status !== 'playing') return null;
  const seats = [...new Set(all.map((/** @type {any} */ n) => n.seat))].map((seat) => {
    const rows = all.filter((/** @type {any} */ n) => n.seat === seat).map((/** @type {any} */ n) => String(n.row));
    return { own: nameOf(view, seat) === t('table.you'), says: { name: nameOf(view, seat), n: rows.length, rows: list(rows) } };
  });
  const [one] = seats;
  const who = seats.length > 1 ? t('azul.near.several', { who: seats.map(({ says }) => t('azul.near.rows', says)).join(', ') }) : t(one.own ? 'azul.near.you' : 'azul.near.other', one.says);
  return { icon: 'flag', body: [h('span', null, h('b', null, t('azul.near')), ' ', who)] };
}

/** @param {KeyboardEvent} event @param {any} view @param {any} ui @param {any} act @returns {boolean} */
export function keys(event, view, ui, act) {
  if (event.key === 'Escape' && ui.picked) { letGo(view, { ...ui, to: null }, act); return true; }
  if (!act.can) return false;
  if (view.choices?.kind === 'tiling') {
    const cell = view.choices.cells.find((/** @type {any} */ x) => String(x.column) === event.key);
    if (cell) settle(cell, true, act);
    else if (/^[1-5]$/.test(event.key)) act.why(`${view.choices.line}@${event.key}`);
    else return false;
    return true;
  }
  if (event.key.toLowerCase() === 'j' && ui.picked) return swapJokers(view, ui, act);
  const to = event.key.toLowerCase() === 'f' ? 'f' : /^[1-5]$/.test(event.key) ? Number(event.key) : null;
  if (to === null || !ui.picked) return false;
  if (waysOf(groupOf(view, ui.picked)).has(to)) choose(to, true, view, ui, act);
  else act.why(`${ui.picked}>${to}`);
  return true;
}

/** @param {any} view @param {any} ui @param {any} act */
function swapJokers(view, ui, act) {
  const other = groupOf(view, ui.picked.endsWith('+J') ? bare(ui.picked) : `${ui.picked}+J`);
  if (!other) return false;
  act.set({ picked: other.key, to: null, move: null });
  act.say(heldWords(other));
  return true;
}

/** A drag starts: the group is in hand, and the lines show where it may go. @param {string} from @param {any} view @param {any} ui @param {any} act */
export function lift(from, view, ui, act) {
  if (!ui.picked || bare(ui.picked) !== from) pick(from, view, { ...ui, picked: null }, act);
}

/** @param {string} from @param {string} onto @param {any} view @param {any} ui @param {any} act */
export function drop(from, onto, view, ui, act) {
  choose(onto === 'f' ? 'f' : Number(onto), false, view, ui, act);
}
