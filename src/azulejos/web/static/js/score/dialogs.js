// The two dialogs of a sheet: sharing it with another phone, and who plays what.
import { copyButton } from '../copy.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../parts.js';
import { prefs } from '../prefs.js';
import { check, day, names, note, options, players } from './seats.js';

/** @typedef {import('./entering.js').State} State @typedef {import('./entering.js').Act} Act */

/** A modal dialog; closing it by any means tells the page. @param {string} name @param {string} title @param {Act} act @param {any[]} body */
function dialog(name, title, act, body) {
  const shut = (/** @type {any} */ event) => event.currentTarget.closest('dialog').close();
  return h('dialog', {
    key: name, class: 'dialog side', 'data-name': name, 'aria-labelledby': 'dialog-title', onClose: () => act.ui({ dialog: null }),
    onClick: (/** @type {any} */ event) => { if (event.target === event.currentTarget) event.currentTarget.close(); },
    ref: (/** @type {HTMLDialogElement} */ el) => { if (!el.open) requestAnimationFrame(() => el.isConnected && !el.open && el.showModal()); },
  },
  h('header', { class: 'dialog-head' }, h('h2', { id: 'dialog-title', tabindex: '-1', autofocus: true }, title), h('button', { type: 'button', class: 'btn plain icon-only', 'aria-label': t('table.close'), onClick: shut }, icon('close'))),
  h('div', { class: 'dialog-body' }, body));
}

const place = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-origin]'))?.dataset ?? {};

/** The option that lets others in, never broken in two. */
function local() {
  const [before, after] = t('room.local').split('{option}');
  return h('p', { key: 'local', class: 'note' }, before, h('code', null, '--host 0.0.0.0'), after);
}

/** The system's own way to send something, where there is one. @param {string} address */
function shareButton(address) {
  if (!globalThis.navigator?.share) return null;
  const text = t('score.share.text');
  return h('button', { key: 'share', class: 'btn', type: 'button', onClick: () => navigator.share({ title: text, text, url: address }).catch(() => { /* put away again */ }) }, icon('share'), t('room.share'));
}

/** @param {State} state @param {Act} act */
function share(state, act) {
  const address = `${place().origin || location.origin}/s/${state.id}`;
  return dialog('share', t('score.share'), act, [
    h('p', { key: 'about' }, t('score.share.about')),
    state.line === 'away' && h('p', { key: 'away', class: 'banner offline' }, t('score.share.away')),
    'local' in place() && local(),
    h('label', { key: 'link', class: 'labelled' }, h('span', null, t('score.share.link')), h('input', { class: 'field', readonly: true, value: address, onFocus: (/** @type {any} */ e) => e.target.select() })),
    h('div', { key: 'ways', class: 'room-ways' }, copyButton(t('room.copy'), () => address, 'primary'), shareButton(address)),
    state.line !== 'away' && h('figure', { key: 'qr', class: 'qr' }, h('img', { src: `/s/${state.id}/qr.svg`, alt: t('score.share.qr'), width: 208, height: 208 }), h('figcaption', null, t('room.qr.note'))),
  ]);
}

/** @param {State} state @param {Act} act */
function game(state, act) {
  const { theme } = prefs.get();
  const themes = ['system', 'light', 'dark'];
  return dialog('game', t('score.game'), act, [
    players(state.fields, act.set),
    names(state.fields, { ...check(state.fields), ...said(state) }, act.set, known(state)),
    h('div', { key: 'more', class: 'asked-pair' }, day(state.fields, check(state.fields), act.set), note(state.fields, act.set)),
    options(state.fields, act.set),
    h('fieldset', { key: 'theme', class: 'choice' }, h('legend', { class: 'eyebrow' }, t('prefs.theme')), themes.map((each) => h('label', { key: each },
      h('input', { type: 'radio', name: 'theme', value: each, checked: theme === each, onChange: () => { prefs.set({ theme: /** @type {any} */ (each) }); act.ui({}); } }), t(`prefs.theme.${each}`)))),
    h('ul', { key: 'do', class: 'menu' },
      h('li', { key: 'rules' }, h('a', { class: 'menu-item', href: `/rules/${state.reckoning.game}`, target: '_blank', rel: 'noopener' }, icon('help'), t('table.rules'))),
      h('li', { key: 'all' }, h('a', { class: 'menu-item', href: '/score' }, icon('pen'), t('score.all')))),
  ]);
}

/** What the server has against names, where it was asked to keep the game. @param {State} state */
const said = (state) => Object.fromEntries(Object.entries(state.problems).filter(([key]) => /^(name\/\d|played)$/.test(key)).map(([key, of]) => [key, of.map((one) => t(one.text, one.values))]));

/** Names to suggest. @param {{leagues: any[]}} state @returns {string[]} */
export const known = (state) => [...new Set(state.leagues.flatMap((league) => league.people.map((/** @type {any} */ one) => one.name)))];

/** The dialog that is open, if any. @param {State} state @param {Act} act */
export const view = (state, act) => ({ share, game })[/** @type {'game'} */ (state.ui.dialog)]?.(state, act) ?? null;
