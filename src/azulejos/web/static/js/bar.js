// The table's top bar: whose turn it is, the round, the connection, and the tools.
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { icon } from './parts.js';
import { nameOf, realName } from './seat.js';

/** Whose turn it is, in words, and whether that is this viewer. @param {any} view @returns {{text: string, mine: boolean}} */
export function turnOf(view) {
  if (view.status === 'open') return { text: t('table.turn.open'), mine: false };
  if (view.status === 'over') return { text: t('table.turn.over'), mine: false };
  if (view.acting !== null && view.acting !== undefined) return { text: view.kind === 'device' || view.you.length > 1 ? t('table.turn.named', { name: realName(view, view.acting) }) : t('table.turn.yours'), mine: true };
  if (view.thinking) return { text: t('table.turn.thinking', { name: nameOf(view, view.thinking.seat) }), mine: false };
  const waiting = (view.waiting ?? []).map((/** @type {number} */ seat) => realName(view, seat));
  if (waiting.length > 1) return { text: t('table.turn.several', { names: list(waiting) }), mine: false };
  return { text: waiting.length ? t('table.turn.named', { name: waiting[0] }) : '', mine: false };
}

/** @param {any} view @param {any} game */
function roundOf(view, game) {
  if (!view.show?.round) return null;
  const round = t('table.round', { n: view.show.round });
  const phase = game?.phaseName?.(view);
  return phase ? `${round} · ${phase}` : round;
}

/** @param {string} name @param {string} label @param {() => void} onClick @param {Record<string, any>} [more] */
const tool = (name, label, onClick, more = {}) => h('button', { key: name, type: 'button', ...more, class: `btn plain icon-only ${more.class ?? ''}`.trim(), 'aria-label': label, title: label, onClick }, icon(more.icon ?? name));

/**
 * @param {any} view @param {any} game
 * @param {{connection: string, picked: boolean, sounds: boolean, undo: () => void, sound: () => void, theme: () => void, menu: () => void}} page
 */
export function bar(view, game, page) {
  const { text, mine } = turnOf(view);
  const back = page.picked || view.can?.takeback;
  return h('header', { key: 'bar', class: 'bar' },
    h('a', { key: 'home', class: 'wordmark', href: '/', 'aria-label': t('site.home') }, icon('logo'), h('span', null, t('site.name'))),
    h('p', { key: 'turn', class: `turn${mine ? ' yours' : ''}` },
      text ? h('b', { key: 'who', title: text }, h('span', null, text)) : null,
      page.connection === 'open' || view.status === 'over' ? h('span', { key: 'round', class: 'quiet' }, roundOf(view, game))
        : h('span', { key: 'line', class: 'quiet line-state' }, t(page.connection === 'first' ? 'table.connecting' : 'table.offline.short')),
      view.watching ? h('span', { key: 'watching', class: 'quiet watching', title: t('table.watching', { n: view.watching }) }, icon('eye'), h('span', { class: 'sr' }, t('table.watching', { n: view.watching })), h('span', { 'aria-hidden': 'true' }, view.watching)) : null),
    h('div', { key: 'tools', class: 'bar-tools' },
      view.you?.length && view.status === 'playing' ? tool('undo', t(page.picked ? 'table.undo' : view.rated ? 'table.takeback.rated' : 'table.takeback'), page.undo, { 'aria-disabled': back ? null : 'true' }) : null,
      tool('sound', t(page.sounds ? 'table.sound.on' : 'table.sound.off'), page.sound, { class: 'wide', 'aria-pressed': String(page.sounds), icon: page.sounds ? 'sound' : 'mute' }),
      tool('theme', t('table.theme'), page.theme, { class: 'wide' }),
      tool('menu', t('table.menu'), page.menu, { 'aria-haspopup': 'dialog' })));
}
