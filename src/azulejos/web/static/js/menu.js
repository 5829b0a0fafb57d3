// The dialogs of the table page: menu with settings, shortcuts, resigning, leaving.
import { terms } from './clock.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';
import { settings } from './prefs.js';

const LEVELS = ['greedy', 'apprentice', 'journeyman', 'artisan', 'master', 'strong'];

/**
 * A modal dialog; closing it by any means calls `close`.
 * @param {string} name @param {string} title @param {() => void} close @param {any[]} body @param {any[]} [does] the buttons at its foot
 */
function dialog(name, title, close, body, does) {
  const shut = (/** @type {any} */ event) => event.currentTarget.closest('dialog').close();
  return h('dialog', {
    key: name, class: `dialog${name === 'menu' ? ' side' : ''}`, 'data-name': name, 'aria-labelledby': 'dialog-title', onClose: close,
    onClick: (/** @type {any} */ event) => { if (event.target === event.currentTarget) event.currentTarget.close(); }, // a click beside it
    ref: (/** @type {HTMLDialogElement} */ el) => { if (!el.open) requestAnimationFrame(() => el.isConnected && !el.open && el.showModal()); },
  },
  h('header', { class: 'dialog-head' }, h('h2', { id: 'dialog-title', tabindex: '-1', autofocus: true }, title), h('button', { type: 'button', class: 'btn plain icon-only', 'aria-label': t('table.close'), onClick: shut }, icon('close'))),
  h('div', { class: 'dialog-body' }, body),
  does ? h('footer', { class: 'dialog-foot' }, does) : null);
}

/** The variant in words. @param {any} view */
export function variant(view) {
  const { options } = view;
  return [t(`game.${view.game}`), t('table.players', { n: options.players }), options.wall === 'grey' || options.side === 'grey' ? t(options.wall ? 'table.option.wall' : 'table.option.side') : null, options.jokers ? t('table.option.jokers') : null, terms(view.clock), view.rated ? t('clock.rated') : null].filter(Boolean).join(' · ');
}

/** @param {string} name @param {string} text @param {() => void} onClick @param {string} [extra] */
const item = (name, text, onClick, extra = '') => h('li', { key: text }, h('button', { type: 'button', class: `menu-item ${extra}`.trim(), onClick }, icon(name), text));

/** @param {any} view @param {any} page */
const menu = (view, page) => dialog('menu', t('table.menu'), page.closed, [
  h('p', { key: 'what', class: 'quiet' }, variant(view), view.watching ? ` · ${t('table.watching', { n: view.watching })}` : null),
  h('ul', { key: 'do', class: 'menu' },
    item('help', t('table.rules'), () => page.open('rules')),
    item('link', t('table.copy_link'), page.copy),
    item('pen', t('table.keys'), () => page.open('keys')),
    document.fullscreenEnabled ? item('full', t(document.fullscreenElement ? 'table.full.end' : 'table.full'), page.full) : null,
    h('li', { key: 'home' }, h('a', { class: 'menu-item', href: '/' }, icon('logo'), t('table.home'))),
    view.can?.leave || view.can?.resign ? h('li', { key: 'line', class: 'menu-line', 'aria-hidden': 'true' }) : null,
    view.can?.leave ? item('leave', t('table.leave'), () => page.open('leave')) : null,
    view.can?.resign ? item('flag', t('table.resign'), () => page.open('resign'), 'bad') : null),
  h('section', { key: 'settings', 'aria-label': t('table.settings') }, settings({})),
]);

/** @param {any} view @param {any} page @param {any} game */
const rules = (view, page, game) => dialog('rules', t('table.rules'), page.closed, [
  h('p', { key: 'what', class: 'quiet' }, variant(view)),
  h('ol', { key: 'list', class: 'rules' }, clauses(view).map((key) => h('li', { key }, t(key)))), game?.rules?.(view),
  h('p', { key: 'all' }, h('a', { href: `/rules/${view.game}`, target: '_blank', rel: 'noopener' }, t('rules.all'))),
]);

/** The few rules that decide this table, by text key. @param {any} view */
function clauses(view) {
  if (view.game !== 'azul') return ['table.rules.pavilion.1', 'table.rules.pavilion.2', 'table.rules.pavilion.3', 'table.rules.pavilion.4'];
  return ['azul.rules.1', 'azul.rules.2', 'azul.rules.3', 'azul.rules.4', 'azul.rules.5', ...(view.options.wall === 'grey' ? ['azul.rules.grey'] : []), ...(view.options.jokers ? ['azul.rules.jokers'] : [])];
}

/** @param {any} view @param {any} page @param {any} game */
const keys = (view, page, game) => dialog('keys', t('table.keys'), page.closed, [
  h('dl', { class: 'keys' }, [...(game?.shortcuts ?? []).filter((/** @type {string[]} */ [,, needs]) => !needs || view.options[needs]), ['T', 'table.keys.type'], ['M', 'table.keys.market'], ['?', 'table.keys.help']].map(([key, text]) => [h('dt', { key: `k${key}` }, h('kbd', null, key)), h('dd', { key: `t${key}` }, t(text))])),
]);

/** @param {any} page */
const cancel = (page) => h('button', { key: 'cancel', type: 'button', class: 'btn', onClick: page.shut }, t('table.cancel'));

/** Whether others would play on without this seat, or without all of this viewer's. @param {any} view @param {(seat: any) => boolean} mine */
const playOn = (view, mine) => view.seats.some((/** @type {any} */ seat) => seat.kind === 'person' && !mine(seat));

/** Between two it ends the game; among several a bot goes on. @param {any} view @param {any} page */
const resign = (view, page) => dialog('resign', t('table.resign'), page.closed, [
  h('p', null, t(view.seats.length > 2 && playOn(view, ({ seat }) => seat === (view.acting ?? view.you[0])) ? 'table.resign.goes_on' : 'table.resign.sure')),
],
  [cancel(page), h('button', { key: 'do', type: 'button', class: 'btn danger', onClick: page.resign }, icon('flag'), t('table.resign'))]);

/** @param {any} view @param {any} page */
const leave = (view, page) => dialog('leave', t('table.leave'), page.closed, [
  h('p', { key: 'sure' }, t(playOn(view, ({ you }) => you) ? 'table.leave.sure' : 'table.leave.ends')),
  h('form', { id: 'leaving', onSubmit: (/** @type {any} */ event) => { event.preventDefault(); page.leave(event.currentTarget.elements.level?.value ?? null); } },
    playOn(view, ({ you }) => you) && h('label', { class: 'labelled' }, h('span', null, t('table.leave.who')), h('select', { class: 'select', name: 'level' },
      LEVELS.map((level) => h('option', { key: level, value: level, selected: level === 'artisan' }, t('table.leave.bot', { level: t(`bot.${level}`) })))))),
], [cancel(page), h('button', { key: 'do', class: 'btn danger', form: 'leaving' }, icon('leave'), t('table.leave'))]);

/** The dialog that is open, if any. @param {string|null} name @param {any} view @param {any} page @param {any} game */
export const openDialog = (name, view, page, game) => ({ menu, rules, keys, resign, leave })[/** @type {'keys'} */ (name)]?.(view, page, game) ?? null;
