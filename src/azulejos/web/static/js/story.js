// A finished round told step by step: the teller moves on by itself, anything the player does ends it, nothing waits for it.
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon, tile } from './parts.js';
import { nameOf, order } from './seat.js';

const STEP = 520;
const STAYS = 6000; // the card goes by itself; the log keeps it

/**
 * @typedef {{story: any, step: number, of: number, done: boolean}} Told `done`: the boards show the present again, only the card is left
 * @param {{game: () => any, pace: () => number, show: (told: Told|null) => void, sound: (tiles: number) => void, over?: () => boolean}} page `show` draws the page again
 */
export function teller(page) {
  /** @type {Told|null} */
  let told = null;
  /** @type {any} */
  let timer = null;

  const later = (/** @type {() => void} */ then, /** @type {number} */ wait) => { clearTimeout(timer); timer = setTimeout(then, wait); };

  function next() {
    if (!told) return;
    if (told.step >= told.of) { finish(); return; }
    told = { ...told, step: told.step + 1 };
    page.show(told);
    page.sound(told.step);
    later(next, (told.step >= told.of ? 900 : Math.max(STEP * page.pace(), 300)));
  }

  function finish() {
    if (!told) return;
    if (page.over?.()) { close(); return; } // the result tells it too, and would lie below
    told = { ...told, step: told.of, done: true };
    page.show(told);
    later(close, STAYS);
  }

  function close() {
    clearTimeout(timer);
    if (!told) return;
    told = null;
    page.show(null);
  }

  return {
    /** @param {any} story */
    tell(story) {
      const of = page.game()?.steps?.(story);
      if (!of) return;
      told = { story, step: 0, of, done: false };
      if (document.hidden || page.pace() === 0) { finish(); return; }
      page.show(told);
      later(next, 500 * page.pace());
    },
    /** Reads a round again: the card alone. @param {any} story */
    read(story) {
      const of = page.game()?.steps?.(story);
      if (!of) return;
      clearTimeout(timer);
      told = { story, step: of, of, done: true };
      page.show(told);
    },
    /** The player does something else: to the present. Returns whether a telling was cut short. */
    skip() {
      if (!told || told.done) return false;
      finish();
      return true;
    },
    close,
    now: () => told,
  };
}

/** The card below: per player what the round brought so far. @param {Told} told @param {any} view @param {any} game @param {{skip: () => void, close: () => void}} page */
export function card(told, view, game, page) {
  const seats = order(view);
  const rows = game.account(told.story, told.step, view).toSorted((/** @type {any} */ a, /** @type {any} */ b) => seats.indexOf(a.seat) - seats.indexOf(b.seat));
  const words = told.done ? null : game.caption?.(told.story, told.step, seats[0]);
  return h('section', { key: 'story', class: 'story panel', 'aria-label': t('table.story', { n: told.story.round }) },
    h('header', { class: 'story-head' }, h('b', null, t('table.story', { n: told.story.round })), told.done ? null : h('span', { key: 'words', class: 'quiet' }, told.step > 0 ? words : null),
      told.done ? h('button', { key: 'close', type: 'button', class: 'btn plain icon-only', 'aria-label': t('table.close'), onClick: page.close }, icon('close'))
        : h('button', { key: 'skip', type: 'button', class: 'btn', onClick: page.skip }, t('table.story.skip'))),
    h('ul', { class: 'story-rows' }, rows.map((/** @type {any} */ row) => h('li', { key: row.seat, 'data-seat': row.seat },
      h('b', { class: 'story-name' }, nameOf(view, row.seat)),
      h('span', { class: 'story-chips' }, row.chips.map((/** @type {any} */ c) => h('span', { key: c.key, class: `chip ${c.kind}${c.now && !told.done ? ' now' : ''}`, title: c.says }, c.tile ? tile(c.tile) : null, h('span', { 'aria-hidden': c.says ? 'true' : null }, c.text), c.says ? h('span', { class: 'sr' }, c.says) : null))),
      h('b', { class: 'story-score num', 'aria-label': t('table.points', { n: row.score }), role: 'img' }, row.score)))));
}
