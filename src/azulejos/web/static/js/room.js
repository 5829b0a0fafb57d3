// The waiting room of a table that friends are invited to: the link, the seats as they fill, bots for the empty ones.
import { terms } from './clock.js';
import { copyButton } from './copy.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';

/** @typedef {{send: (message: object) => void, say?: (text: string) => void}} Act */

export const LEVELS = ['greedy', 'apprentice', 'journeyman', 'artisan', 'master', 'strong'];
const NAME = 'azulejos.name';

/** What this page has typed and chosen but not sent. @type {{name: string|null, levels: Record<number, string>}} */
const draft = { name: null, levels: {} };

const app = () => document.getElementById('app')?.dataset ?? {};
const link = (/** @type {any} */ view) => app().link || `${location.origin}/t/${view.table}`;

/** The name to begin with: what the server knows, else what this browser remembers. */
function known() {
  if (app().name) return app().name;
  try { return JSON.parse(localStorage.getItem(NAME) ?? '""'); } catch { return ''; }
}

/** Who this viewer is to the table. @param {any} view @returns {'host'|'seated'|'guest'|'watch'} */
export function role(view) {
  if (view.host) return 'host';
  if (view.you.length) return 'seated';
  return view.can.sit.length ? 'guest' : 'watch';
}

const free = (/** @type {any} */ view) => view.seats.filter((/** @type {any} */ s) => s.kind === 'open').length;
const hostName = (/** @type {any} */ view) => view.seats.find((/** @type {any} */ s) => s.kind === 'person')?.name || t('room.host');

// --- the heading ---

/** "Azul for 4 · grey wall · jokers" @param {any} view */
export function what(view) {
  const { players, wall, side, jokers } = view.options;
  const parts = [t('room.what', { game: t(`game.${view.game}`), n: players ?? view.seats.length }), wall === 'grey' && t('table.option.wall'), side === 'grey' && t('table.option.side'), jokers && t('table.option.jokers'), terms(view.clock), view.rated && t('clock.rated')];
  return parts.filter(Boolean).join(' · ');
}

/** @param {any} view */
function heading(view) {
  const who = role(view);
  const hint = who !== 'host' ? who : view.you.length === 0 ? 'stood' : free(view) ? 'host' : 'full';
  return h('header', { key: 'head', class: 'room-head' },
    h('p', { class: 'eyebrow' }, what(view)),
    h('h2', null, t(`room.title.${who}`, { name: hostName(view) })),
    h('p', null, t(`room.hint.${hint}`, { name: hostName(view) })));
}

// --- sitting down ---

/** One field, one button. @param {any} view @param {Act} act */
function sitting(view, act) {
  if (view.you.length || !view.can.sit.length) return null;
  draft.name ??= known() ?? '';
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = (draft.name ?? '').trim();
    try { if (name) localStorage.setItem(NAME, JSON.stringify(name)); } catch { /* not remembered */ }
    act.send({ type: 'sit', seat: view.can.sit[0], name: name || t('home.name.guest') });
  };
  return h('section', { key: 'sit', class: 'panel room-sit', 'aria-label': t('room.sit.title') },
    h('form', { onSubmit },
      h('label', { class: 'labelled' }, h('span', null, t('home.name')),
        h('input', { class: 'field', name: 'name', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', placeholder: t('home.name.guest'), value: draft.name, onInput: (/** @type {any} */ e) => { draft.name = e.target.value; } })),
      h('button', { class: 'btn primary', type: 'submit' }, icon('check'), t('room.sit'))));
}

// --- inviting ---

/** The option that lets others in, never broken in two. */
function local() {
  const [before, after] = t('room.local').split('{option}');
  return [before, h('code', null, '--host 0.0.0.0'), after];
}

/** @param {any} view */
function invitation(view) {
  const address = link(view);
  return h('section', { key: 'invite', class: 'panel room-invite', 'aria-labelledby': 'room-invite' },
    h('h3', { id: 'room-invite' }, t('room.invite')),
    'local' in app() && h('p', { key: 'local', class: 'note' }, local()),
    h('label', { class: 'labelled' }, h('span', null, t('room.link')),
      h('span', { class: 'room-link' }, h('input', { class: 'field', readonly: true, value: address, onFocus: (/** @type {any} */ e) => e.target.select() }))),
    h('div', { class: 'room-ways' }, copyButton(t('room.copy'), () => address, role(view) === 'host' && free(view) ? 'primary' : ''), shareButton(view, address)),
    h('figure', { class: 'qr' }, h('img', { src: app().qr || `/t/${view.table}/qr.svg`, alt: t('room.qr'), width: 208, height: 208 }), h('figcaption', null, t('room.qr.note'))));
}

/** The system's own way to send something, where there is one. @param {any} view @param {string} address */
function shareButton(view, address) {
  if (!globalThis.navigator?.share) return null;
  const text = t('room.share.text', { game: t(`game.${view.game}`) });
  const onClick = () => navigator.share({ title: text, text, url: address }).catch(() => { /* put away again */ });
  return h('button', { key: 'share', class: 'btn', type: 'button', onClick }, icon('share'), t('room.share'));
}

// --- the seats ---

/** Whether they are here, in words. @param {any} seat */
function presence(seat) {
  if (seat.kind === 'open') return h('small', null, t('room.free.note'));
  if (seat.kind === 'bot') return h('small', null, t('room.bot'));
  return h('small', null, seat.you && `${t('room.you')} · `, h('span', { class: seat.here ? 'here' : 'away' }, t(seat.here ? 'room.here' : 'room.away')));
}

/** @param {any} seat */
function sign(seat) {
  if (seat.kind === 'open') return icon('people');
  return seat.kind === 'bot' ? icon('bot') : [...(seat.name || '?')][0].toLocaleUpperCase();
}

/** @param {any} seat */
const called = (seat) => (seat.kind === 'open' ? t('room.free') : seat.kind === 'bot' ? t(`bot.${seat.level}`) : seat.name);

/** @param {any} view @param {any} seat @param {Act} act */
function chair(view, seat, act) {
  return h('li', { key: `seat-${seat.seat}`, class: seat.kind === 'open' ? 'chair free' : 'chair', 'data-seat': seat.seat },
    h('span', { class: 'avatar', 'aria-hidden': 'true' }, sign(seat)),
    h('span', { class: 'seat-name' }, h('b', null, called(seat)), presence(seat)),
    view.can.free?.includes(seat.seat) && freeing(seat, act),
    view.host && seat.kind !== 'person' && hostTools(seat, act));
}

/** Somebody sat down and has not been here for a while. @param {any} seat @param {Act} act */
const freeing = (seat, act) => h('span', { key: 'free', class: 'do' },
  h('button', { class: 'btn', type: 'button', 'aria-label': t('room.free.seat.at', { name: seat.name }), onClick: () => act.send({ type: 'bot', seat: seat.seat, level: null }) }, t('room.free.seat')));

/** A bot into an empty seat, or out of it again. @param {any} seat @param {Act} act */
function hostTools(seat, act) {
  const n = seat.seat + 1;
  if (seat.kind === 'bot') {
    return h('span', { key: 'out', class: 'do' },
      h('button', { class: 'btn', type: 'button', 'aria-label': t('room.bot.out.at', { n }), onClick: () => act.send({ type: 'bot', seat: seat.seat, level: null }) }, t('room.bot.out')));
  }
  const level = draft.levels[seat.seat] ?? 'apprentice';
  return h('span', { key: 'put', class: 'do' },
    h('select', { class: 'select', 'aria-label': t('room.bot.level', { n }), value: level, onChange: (/** @type {any} */ e) => { draft.levels[seat.seat] = e.target.value; } },
      LEVELS.map((each) => h('option', { key: each, value: each }, t(`bot.${each}`)))),
    h('button', { class: 'btn', type: 'button', 'aria-label': t('room.bot.put.at', { n }), onClick: () => act.send({ type: 'bot', seat: seat.seat, level: draft.levels[seat.seat] ?? 'apprentice' }) }, icon('bot'), t('room.bot.put')));
}

/** @param {any} view @param {Act} act */
function seats(view, act) {
  const n = view.seats.length;
  return h('section', { key: 'seats', class: 'panel room-seats', 'aria-labelledby': 'room-seats' },
    h('h3', { id: 'room-seats' }, t('room.seats'), ' ', h('span', { class: 'chip' }, t('room.seats.count', { taken: n - free(view), n }))),
    h('ol', { class: 'chairs' }, view.seats.map((/** @type {any} */ seat) => chair(view, seat, act))),
    h('div', { class: 'room-go' }, going(view, act)));
}

/** Starting, leaving, and who looks on. @param {any} view @param {Act} act */
function going(view, act) {
  const open = free(view);
  return [
    view.host && h('button', { key: 'start', class: view.can.start ? 'btn primary big' : 'btn big', type: 'button', disabled: !view.can.start, 'aria-describedby': view.can.start ? null : 'room-wait', onClick: () => act.send({ type: 'start' }) }, icon('play'), t('room.start')),
    view.host && open > 0 && h('p', { key: 'wait', id: 'room-wait' }, t('room.start.wait', { n: open })),
    view.host && !open && !view.can.start && h('p', { key: 'away', id: 'room-wait' }, t('room.start.away')),
    view.you.length > 0 && h('button', { key: 'leave', class: 'btn plain', type: 'button', onClick: () => act.send({ type: 'stand' }) }, icon('leave'), t('room.leave')),
    view.watching > 0 && h('p', { key: 'watching' }, t('room.watching', { n: view.watching })),
  ];
}

/** The waiting room, for the children of <main>: a host wants the link first, others who is there. @param {any} view @param {Act} act */
export function room(view, act) {
  const there = seats(view, act);
  const parts = role(view) === 'host' ? [invitation(view), there] : [there, invitation(view)];
  return [h('div', { key: 'room', class: free(view) ? 'room' : 'room full' }, heading(view), sitting(view, act), parts)];
}
