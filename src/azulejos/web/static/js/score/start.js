// The scorecard's front page: who plays what, then the sheet, in place: that must work without a network. Below, the sheets so far.
import { art } from '../cards.js';
import { h, patch } from '../dom.js';
import { lang, list, t } from '../i18n.js';
import { icon, tile } from '../parts.js';
import { known } from './dialogs.js';
import { ask, remembered } from './leagues.js';
import { Model, browserStorage, forget, listed, newId, recall } from './model.js';
import { check, day, names, options, players, today } from './seats.js';
import { first, show } from './sheet.js';
import { WAYS } from './ways.js';

const LAST = 'azulejos.score.last';
const LEFT = 'name/';

const main = /** @type {HTMLElement} */ (document.getElementById('score'));
const storage = browserStorage();
/** What is asked before a game. @type {Record<string, any>} */
let fields = { game: 'azul', wall: 'coloured', side: 'coloured', jokers: false, players: 2, way: 'round', ...last(), played: today() };
let asked = false; // once it was tried to begin, what is wrong is told
let leagues = remembered();
/** Sheets that the server knows of. @type {any[]} */
let there = [];

/** The game and the people of last time. @returns {Record<string, any>} */
function last() {
  const held = recall(storage, LAST);
  const good = held && typeof held === 'object' && [2, 3, 4].includes(held.players) && WAYS.includes(held.way);
  return good ? held : {};
}

/** @param {Record<string, any>} changes */
function set(changes) {
  fields = { ...fields, ...changes };
  draw();
}

// --- beginning ---

/** @param {Event} event */
function begin(event) {
  event.preventDefault();
  const wrong = Object.keys(check(fields));
  asked = true;
  draw();
  if (wrong.length) { document.getElementById(`f-${wrong[0].replace('/', '-')}`)?.focus(); return; }
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith(LEFT) || Number(key.slice(LEFT.length)) < fields.players)
    .map(([key, value]) => [key, key.startsWith(LEFT) ? value.trim() : value]));
  try { storage?.setItem(LAST, JSON.stringify({ ...own, played: undefined })); } catch { /* not remembered */ }
  const model = new Model(newId());
  const seats = Object.fromEntries(Array.from({ length: fields.players }, (_, seat) => [`name/${seat}`, own[`name/${seat}`] || t('score.player', { n: seat + 1 })]));
  model.set({ ...own, ...seats, rounds: 1 });
  open(model);
}

/** The sheet takes this page's place. @param {Model} model */
function open(model) {
  history.pushState(null, '', `/s/${model.id}`);
  addEventListener('popstate', () => location.reload());
  const app = document.createElement('div');
  app.id = 'app';
  app.className = 'sheet-app';
  Object.assign(app.dataset, /** @type {HTMLElement | null} */ (document.querySelector('.score-home'))?.dataset);
  document.querySelector('header.bar')?.remove();
  document.getElementById('main')?.replaceWith(app);
  scrollTo({ top: 0, behavior: 'instant' });
  show(app, model);
  first(app)?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** @param {string} game */
const gameCard = (game) => h('label', { key: game, class: 'game' },
  h('input', { type: 'radio', name: 'sheet-game', value: game, checked: fields.game === game, onChange: () => set({ game }) }), art(game),
  h('span', { class: 'game-words' }, h('b', null, t(`game.${game}`)), h('small', null, t(`home.about.${game}`))));

/** @param {string} way */
const wayCard = (way) => h('label', { key: way, class: 'check way-card' },
  h('input', { type: 'radio', name: 'sheet-way', value: way, checked: fields.way === way, onChange: () => set({ way }) }), h('span', null, t(`score.way.${way}`), h('small', null, t(`score.way.${way}.note`))));

function form() {
  const wrong = asked ? check(fields) : {};
  return h('form', { key: 'form', class: 'panel score-form', novalidate: true, onSubmit: begin, 'aria-label': t('score.begin') },
    h('fieldset', { key: 'games', class: 'games bare' }, h('legend', { class: 'eyebrow' }, t('home.game')), ['azul', 'pavilion'].map(gameCard)),
    players(fields, set), names(fields, wrong, set, known({ leagues })), day(fields, wrong, set),
    h('details', { key: 'more', class: 'more' }, h('summary', null, icon('options'), t('home.options'), chips(), h('svg', { class: 'icon turns', 'aria-hidden': 'true' }, h('use', { href: '#i-next' }))), h('div', { class: 'options' }, options(fields, set))),
    h('fieldset', { key: 'ways', class: 'bare' }, h('legend', { class: 'eyebrow' }, t('score.way')), WAYS.map(wayCard), h('p', { class: 'note' }, t('score.way.note'))),
    h('button', { key: 'go', class: 'btn primary big' }, icon('pen'), t('score.begin')));
}

/** The options that are not the usual ones. */
const chips = () => [fields.game === 'azul' && fields.wall === 'grey' && h('span', { key: 'wall', class: 'chip' }, t('table.option.wall')), fields.game === 'azul' && fields.jokers && h('span', { key: 'jokers', class: 'chip' }, t('table.option.jokers')),
  fields.game === 'pavilion' && fields.side === 'grey' && h('span', { key: 'side', class: 'chip' }, t('table.option.side'))];

// --- the sheets so far ---

/** Those of this browser, and those that the server knows as this visitor's, latest first. */
function sheets() {
  const here = listed(storage);
  const more = there.filter((card) => !here.some((own) => own.id === card.id)).map((card) => ({ ...card, updated: Date.parse(card.updated), kept: Boolean(card.kept), unsent: false }));
  return [...here, ...more].sort((a, b) => b.updated - a.updated);
}

/** @param {string} played */
function dayWords(played) {
  const when = new Date(`${played}T12:00`);
  return Number.isNaN(when.getTime()) ? '' : new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'long', year: 'numeric' }).format(when);
}

/** @param {import('./model.js').Card} card */
function row(card) {
  const who = list(card.names.filter(Boolean));
  const drop = () => { forget(storage, card.id); draw(); };
  return h('li', { key: card.id, class: 'row' }, art(card.game),
    h('span', { class: 'row-text' }, h('b', null, who || t(`game.${card.game}`)), h('small', null, [dayWords(card.played), t(card.kept ? 'score.sheet.kept' : 'score.sheet.open'), card.unsent && t('score.sheet.unsent')].filter(Boolean).join(' · '))),
    listed(storage).some((own) => own.id === card.id) && !card.unsent && card.kept && h('button', { key: 'drop', type: 'button', class: 'btn plain icon-only', 'aria-label': t('score.sheet.drop', { name: who }), onClick: drop }, icon('close')),
    h('a', { class: 'btn', href: `/s/${card.id}` }, t(card.kept ? 'home.card.look' : 'home.card.continue'), h('span', { class: 'sr' }, ` ${who}`)));
}

function lists() {
  const found = sheets();
  return h('div', { key: 'lists', class: 'score-lists' },
    h('section', { key: 'sheets', 'aria-labelledby': 'sheets-title' }, h('h2', { id: 'sheets-title' }, t('score.sheets')),
      found.length ? h('ul', { class: 'rows' }, found.slice(0, 12).map(row)) : h('div', { class: 'blank' }, tile('Y', 'ghost'), h('b', null, t('score.sheets.none')), h('span', null, t('score.sheets.none.note')))),
    h('section', { key: 'leagues', 'aria-labelledby': 'leagues-title' }, h('h2', { id: 'leagues-title' }, t('score.leagues')),
      leagues.length > 0 && h('ul', { class: 'rows' }, leagues.map((league) => h('li', { key: league.id, class: 'row' }, icon(league.kind === 'own' ? 'person' : 'people'), h('span', { class: 'row-text' }, h('b', null, league.name), h('small', null, list(league.people.slice(0, 6).map((/** @type {any} */ one) => one.name)))), h('a', { class: 'btn', href: `/l/${league.id}` }, t('score.league.open'), h('span', { class: 'sr' }, ` ${league.name}`))))),
      h('p', { class: 'note' }, t('score.leagues.note')), h('a', { class: 'btn', href: '/leagues' }, icon('cup'), t('score.leagues.link'))));
}

function draw() { patch(main, form(), lists()); }

draw();
ask().then((told) => { if (told) { leagues = told.leagues; there = told.sheets; draw(); } });
addEventListener('pageshow', (event) => { if (event.persisted) draw(); });
