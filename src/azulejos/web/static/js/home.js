// The home page grows alive: the lists stay fresh, the form remembers, the hero's tile can be laid. All of it works without.
import { list } from './cards.js';
import { patch } from './dom.js';
import { t } from './i18n.js';
import { notify } from './notify.js';
import { prefs } from './prefs.js';

const EVERY = 4000;
const UNSEEN = 30_000; // how often a page in the background asks, where the player wants to be told
const CHOICES = 'azulejos.start';
const NAME = 'azulejos.name';

// --- memory: storage may be refused, then nothing is remembered ---

/** @param {string} place @returns {any} */
function recall(place) {
  try { return JSON.parse(localStorage.getItem(place) ?? 'null'); } catch { return null; }
}

/** @param {string} place @param {any} value */
function keep(place, value) {
  try { localStorage.setItem(place, JSON.stringify(value)); } catch { /* nothing is remembered */ }
}

// --- the lists ---

/** @param {{mine: any[], open: any[], playing: any[]}} lobby */
function drawLists(lobby) {
  const cards = { mine: lobby.mine, open: lobby.open, watch: lobby.playing };
  count(lobby.mine);
  for (const [kind, of] of Object.entries(cards)) {
    patch(document.querySelector(`[data-list="${kind}"]`), list(of, /** @type {any} */ (kind)));
  }
}

/** The games that waited for this player a moment ago, by name. @type {Set<string>|null} */
let waiting = null;

/** How many wait now: in the tab, and where wished as a notification, if one is new among them. @param {any[]} mine */
function count(mine) {
  const now = new Set(mine.filter((card) => card.your_turn).map((card) => card.id));
  const n = now.size;
  document.title = n ? t('home.title.turns', { n }) : t('home.title');
  if (waiting && [...now].some((id) => !waiting?.has(id)) && prefs.get().notify) notify(t('home.notify', { n }), t('site.name'), 'home');
  waiting = now;
}

let asked = 0;
/** A page in the background asks nothing, or seldom; the lists of a moment ago stay when the server is away. */
async function refresh() {
  if (document.hidden && (!prefs.get().notify || Date.now() - asked < UNSEEN)) return;
  asked = Date.now();
  try {
    const answer = await fetch('/api/lobby', { headers: { Accept: 'application/json' } });
    if (answer.ok) drawLists(await answer.json());
  } catch { /* away: next time */ }
}

// --- the form ---

const form = /** @type {HTMLFormElement} */ (document.getElementById('start'));
const fields = () => /** @type {HTMLInputElement[]} */ ([...form.elements].filter((f) => /** @type {any} */ (f).name && !/** @type {any} */ (f).name.startsWith('name')));

/** What is chosen, names aside. */
function chosen() {
  const held = fields().filter((f) => !['radio', 'checkbox'].includes(f.type) || f.checked);
  return Object.fromEntries(held.map((f) => [f.name, f.value]));
}

/** The choices of last time. An address that asks for some, or a refusal, goes before. */
function restore() {
  const last = recall(CHOICES);
  if (last && typeof last === 'object' && !location.search && !document.getElementById('refusal')) choose(last);
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('name'));
  const known = recall(NAME);
  if (!name.value && typeof known === 'string') name.value = known;
}

/** @param {Record<string, string>} values */
function choose(values) {
  for (const field of fields()) {
    const value = values[field.name];
    if (field.type === 'checkbox') field.checked = value === field.value;
    else if (field.type === 'radio') field.checked = value === undefined ? field.checked : field.value === value;
    else if (value !== undefined) field.value = value;
    if (field.localName === 'select' && !field.value) field.value = '';
  }
}

/** Nothing that does not fit what was chosen is sent, and one press is one table. @param {SubmitEvent} event */
function submitted(event) {
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = 'yes';
  keep(CHOICES, chosen());
  keep(NAME, /** @type {HTMLInputElement} */ (form.elements.namedItem('name')).value.trim());
}

// --- the hero: press, and the tile in the air is laid; the next one follows ---

/** @param {Element} wall */
function hero(wall) {
  const hand = /** @type {SVGUseElement} */ (wall.querySelector('.falling use'));
  wall.addEventListener('pointerdown', () => {
    const free = /** @type {SVGUseElement[]} */ ([...wall.querySelectorAll('.free')]).sort((a, b) => Number(a.dataset.step) - Number(b.dataset.step));
    if (!free.length) return;
    const place = free.find((f) => f.dataset.next) ?? wall.querySelector('.free');
    lay(/** @type {SVGUseElement} */ (place));
    const next = free.find((f) => f !== place);
    if (next) lift(hand, next);
    else wall.querySelector('.falling')?.setAttribute('visibility', 'hidden');
  });
}

/** @param {SVGUseElement} place */
function lay(place) {
  place.setAttribute('href', `#tile-${place.dataset.colour}`);
  place.setAttribute('class', 'laid now');
  delete place.dataset.next;
}

/** @param {SVGUseElement} hand @param {SVGUseElement} place */
function lift(hand, place) {
  place.dataset.next = 'yes';
  const x = Number(place.getAttribute('x')) + 26;
  const y = Number(place.getAttribute('y')) - 34;
  for (const [name, value] of [['href', `#tile-${place.dataset.colour}`], ['x', x], ['y', y], ['transform', `rotate(9 ${x + 54} ${y + 54})`]]) hand.setAttribute(String(name), String(value));
}

drawLists(JSON.parse(document.getElementById('lobby')?.textContent ?? '{"mine":[],"open":[],"playing":[]}'));
restore();
form.addEventListener('submit', submitted);
addEventListener('pageshow', (event) => { delete form.dataset.sent; if (event.persisted) refresh(); }); // back from a table
hero(/** @type {Element} */ (document.getElementById('hero')));
setInterval(refresh, EVERY);
document.addEventListener('visibilitychange', refresh);
