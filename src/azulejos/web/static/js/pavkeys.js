// Keys and drags of Summer Pavilion: arrows walk the board, Enter selects, digits pay, P passes, Escape goes back.
import { choose, shownPays, usable } from './paying.js';
import { openPass } from './passing.js';
import { homeOf, narrow } from './pavboards.js';
import { pickedTiles } from './supply.js';
import { groupOf, take } from './taking.js';
import { towards } from './starmap.js';

/** @param {KeyboardEvent} event @param {any} view @param {any} ui @param {any} act */
export function keys(event, view, ui, act) {
  if (!act.can || event.ctrlKey || event.metaKey || event.altKey) return false;
  const on = /** @type {HTMLElement|null} */ (document.activeElement);
  if (event.key === 'Escape') return back(view, ui, act);
  if (view.choices?.kind === 'bonus') return event.key.startsWith('Arrow') && alongSupply(event.key, on);
  if (view.choices?.kind !== 'place') return false;
  if (event.key.toLowerCase() === 'p' && !ui.passing) { openPass(view, act); act.focus?.('[data-do="pass-now"]'); return true; }
  if (event.key.startsWith('Arrow')) return walk(event.key, on, view, ui, act);
  if (/^[1-9]$/.test(event.key)) return digit(Number(event.key), view, ui, act);
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  if (on?.dataset?.space) return enter(on.dataset.space, view, ui, act);
  if (!on?.dataset?.star) return false;
  act.set({ star: on.dataset.star, picked: null, pay: null });
  act.focus?.('.steps .step:enabled');
  return true;
}

/** Where the focus goes when there is something to decide; null: it stays, as on the space just filled. @param {any} view @param {Element|null} at */
export function start(view, at) {
  const { choices } = view;
  if (choices?.kind === 'acquire') return '.market .group.can';
  if (choices?.kind === 'bonus') return '[data-bonus]';
  if (!choices?.spaces.length) return '[data-do="pass-now"], [data-do="pass"]';
  if (narrow?.matches) return '[data-pick-star]:enabled';
  return at?.closest('.own [data-space]') ? null : '.own .space.can[tabindex="0"]';
}

/** One step back, and the focus with it: the passing, the payment, the space, the star; the group; the bonus tiles. @param {any} view @param {any} ui @param {any} act */
function back(view, ui, act) {
  const [changes, focus] = stepBack(view, ui);
  if (!changes) return false;
  act.set(changes);
  if (focus) act.focus?.(focus);
  return true;
}

/** @param {any} view @param {any} ui @returns {[object|null, string?]} what changes, and what should have the focus then */
function stepBack(view, ui) {
  if (view.choices?.kind === 'acquire') return ui.picked ? [{ picked: null }, `[data-group="${ui.picked}"]`] : [null];
  if (view.choices?.kind === 'bonus') return ui.take && pickedTiles(ui) ? [{ take: {} }, '[data-bonus]'] : [null];
  const step = '.steps .step:enabled';
  if (ui.passing) return [{ passing: false, keep: null }, '[data-do="pass"]'];
  if (ui.pay) return [{ pay: null }, `[data-pay="${ui.pay}"]`];
  if (ui.picked) return narrow?.matches ? [{ picked: null }, step] : [{ picked: null, star: null, at: ui.picked }, `[data-space="${ui.picked}"]`];
  return ui.star ? [{ star: null }, step] : [null];
}

/** Arrows walk between the spaces that can be used. @param {string} arrow @param {HTMLElement|null} on @param {any} view @param {any} ui @param {any} act */
function walk(arrow, on, view, ui, act) {
  const can = [...usable(view).keys()]; const inField = on?.matches?.('input, select, textarea, [role="dialog"] *');
  if (!can.length || ui.passing || inField || narrow?.matches || (on && on !== document.body && on.id !== 'main' && !on.closest('.own'))) return false;
  const from = on?.dataset?.space; const next = from ? towards(from, arrow, can) : homeOf(usable(view), ui);
  if (!next) return Boolean(from);
  act.set({ at: next });
  act.focus?.(`[data-space="${next}"]`);
  return true;
}

/** Arrows walk along the colours of the supply. @param {string} arrow @param {HTMLElement|null} on */
function alongSupply(arrow, on) {
  const heaps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-bonus]')]); const here = on ? heaps.indexOf(on) : -1;
  const step = arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1;
  heaps[here < 0 ? 0 : (here + step + heaps.length) % heaps.length]?.focus();
  return heaps.length > 0;
}

/** @param {number} n @param {any} view @param {any} ui @param {any} act */
function digit(n, view, ui, act) {
  const one = !ui.passing && usable(view).get(ui.picked); const pay = one && shownPays(one, ui.all)[n - 1];
  if (!pay) return false;
  choose(pay, act);
  if (act.confirm) act.focus?.('[data-do="confirm"]');
  return true;
}

/** Enter selects a space; again, it goes on to the payments. @param {string} space @param {any} view @param {any} ui @param {any} act */
function enter(space, view, ui, act) {
  if (!usable(view).has(space)) return false;
  if (ui.picked === space) act.focus?.('.pay');
  else act.set({ picked: space, star: space[0], pay: null, all: false, at: space });
  return true;
}

/** A tile of the hand onto a space selects it; a group of the market onto the own board takes it. @param {string} from @param {string} onto @param {any} view @param {any} ui @param {any} act */
export function drop(from, onto, view, ui, act) {
  if (from.startsWith('hand-')) {
    const one = usable(view).get(onto); const pay = one?.pays.find((/** @type {any} */ way) => way.tile === from[5]) ?? one?.pays[0];
    if (pay) act.set({ picked: onto, star: onto[0], all: !shownPays(one, false).includes(pay), pay: pay.move });
  } else if (groupOf(view, from)) take(from, view, { ...ui, picked: null }, act);
}

/** A group lifted from the market is the one in hand; a tile of the hand picks nothing yet. @param {string} from @param {any} _view @param {any} _ui @param {any} act */
export function lift(from, _view, _ui, act) {
  if (!from.startsWith('hand-')) act.set({ picked: from });
}
