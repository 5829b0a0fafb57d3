// The rail's lower part: what was played, newest first, and the box for a typed move.
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';
import { nameOf } from './seat.js';

/** @param {any} entry @param {any} view @param {any} game @param {{read: (round: number) => void}} page */
function line(entry, view, game, page) {
  if (entry.seat >= 0) {
    return h('li', { key: entry.ply, 'data-seat': entry.seat },
      h('span', null, h('b', null, nameOf(view, entry.seat)), ' ', game.sentence(entry, view), entry.auto ? h('small', { class: 'auto' }, ` ${t('log.auto')}`) : null),
      h('code', null, entry.move));
  }
  const before = entry.told?.round ? entry.told.round - 1 : 0;
  return h('li', { key: entry.ply, class: 'round' },
    h('span', null, h('b', null, t('table.round', { n: entry.told?.round ?? entry.round })), ' · ', game.sentence(entry, view)),
    before && entry.told?.factories !== 0 ? scoring(before, page) : null);
}

/** Reads a finished round again. @param {number} round @param {any} page */
const scoring = (round, page) => h('button', { type: 'button', class: 'btn plain small', onClick: () => page.read(round) }, t('log.scoring', { n: round }));

/** The end has no deal after it, but a last round to read. @param {any} view @param {any} page */
const ending = (view, page) => (view.status === 'over' && view.story ? h('li', { key: 'end', class: 'round' }, h('b', null, t('table.turn.over')), scoring(view.story.round, page)) : null);

/** @param {any} state @param {any} game @param {any} page */
export function rail(state, game, page) {
  const { view, log } = state;
  return [
    h('section', { key: 'log', class: 'panel log', 'aria-labelledby': 'log-title' },
      h('h2', { class: 'eyebrow', id: 'log-title' }, t('log.title')),
      h('ol', { class: 'log-list', tabindex: '0', 'aria-labelledby': 'log-title' }, ending(view, page), [...log].reverse().map((entry) => line(entry, view, game, page))),
      view.you?.length && view.status === 'playing' ? typed(game, page) : null),
  ];
}

/** The whole game from one box. @param {any} game @param {any} page */
const typed = (game, page) => h('form', { key: 'typed', class: 'typed', onSubmit: (/** @type {any} */ event) => {
  event.preventDefault();
  const input = event.currentTarget.elements.move;
  const move = input.value.trim();
  if (move && page.typed(move)) input.value = '';
} },
h('label', { class: 'sr', for: 'typed' }, t('log.type')),
h('input', { class: 'field', id: 'typed', name: 'move', placeholder: t('log.type.example', { move: game.typedExample }), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: '40' }),
h('button', { class: 'btn' }, t('log.play')));
