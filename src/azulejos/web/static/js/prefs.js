// What this player prefers: theme, speed, sounds, confirmation. Kept in this browser; knows nothing of a game.
import { h } from './dom.js';
import { t } from './i18n.js';
import { allowed, ask, possible } from './notify.js';

/**
 * @typedef {{theme: 'system'|'light'|'dark', pace: number, sounds: boolean, confirm: 'auto'|'on'|'off', autopass: boolean, notify: boolean}} Prefs
 */

const PLACE = 'azulejos.prefs';
const YEAR = 365 * 24 * 3600;

/** What each preference may be, the first being what a newcomer gets. @type {Record<string, any[]>} */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  pace: [1, 0, 0.5, 1.6],
  sounds: [false, true],
  confirm: ['auto', 'on', 'off'],
  autopass: [false, true],
  notify: [false, true],
};

/** The preferences in a stored text; what is missing, spoiled or unknown falls back. @param {string|null|undefined} text @returns {Prefs} */
export function read(text) {
  let stored = /** @type {any} */ ({});
  try { stored = JSON.parse(text || '{}') ?? {}; } catch { /* spoiled: as if nothing were there */ }
  return /** @type {any} */ (Object.fromEntries(Object.entries(CHOICES).map(
    ([name, allowed]) => [name, allowed.includes(stored[name]) ? stored[name] : allowed[0]],
  )));
}

/** Storage may be refused (private windows, strict settings): then a preference lives as long as the page. */
function remembered() {
  try { return globalThis.localStorage?.getItem(PLACE); } catch { return null; }
}

/** The server draws the theme before any script runs, so it wants that one as a cookie. */
function remember() {
  try { globalThis.localStorage?.setItem(PLACE, JSON.stringify(now)); } catch { /* it lives as long as the page */ }
  document.cookie = `theme=${now.theme}; path=/; max-age=${YEAR}; SameSite=Lax`;
}

/** @type {Prefs} */
let now = read(remembered());
/** @type {Set<(prefs: Prefs) => void>} */
const listeners = new Set();
const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** The speed that holds: the player's own, or none where the system asks for little motion. */
export const pace = () => (calm?.matches ? 0 : now.pace);

/** Whether a move waits for a button: people may want to look twice, against bots play flows. @param {string} kind of the table */
export const confirms = (kind) => now.confirm === 'on' || (now.confirm === 'auto' && kind !== 'bots');

function apply() {
  const root = globalThis.document?.documentElement;
  if (!root) return;
  if (now.theme === 'system') root.removeAttribute('data-theme');
  else root.dataset.theme = now.theme;
  root.style.setProperty('--pace', String(pace()));
}

function tell() {
  apply();
  for (const fn of [...listeners]) fn(now);
}

export const prefs = {
  /** @returns {Prefs} */
  get: () => ({ ...now }),
  /** @param {Partial<Prefs>} changes */
  set(changes) {
    now = read(JSON.stringify({ ...now, ...changes }));
    remember();
    tell();
  },
  /** Calls back after every change; returns what ends that. @param {(prefs: Prefs) => void} fn */
  subscribe(fn) {
    listeners.add(fn);
    return () => { listeners.delete(fn); };
  },
};

apply();
calm?.addEventListener?.('change', tell);
// Another tab of the same player changed something.
globalThis.window?.addEventListener('storage', (event) => {
  if (event.key === PLACE) { now = read(event.newValue); tell(); }
});

// --- the settings dialog's content ---

/** One of several, as real radio buttons. @param {string} name @param {any[]} values @param {(changes: object) => void} set */
function oneOf(name, values, set) {
  const text = (/** @type {any} */ value) => t(`prefs.${name}.${value}`);
  const held = /** @type {any} */ (now)[name];
  return h('fieldset', { key: name, class: 'setting', 'aria-describedby': `pref-${name}-why` },
    h('legend', null, t(`prefs.${name}`)),
    h('p', { class: 'setting-why', id: `pref-${name}-why` }, t(`prefs.${name}.why`)),
    h('div', { class: 'choice' }, values.map((value) => h('label', { key: String(value) },
      h('input', { type: 'radio', name: `pref-${name}`, value: String(value), checked: value === held, onChange: () => set({ [name]: value }) }),
      text(value)))));
}

/** Yes or no, as a real check box that says it is a switch. @param {string} name @param {(changes: object) => void} set */
const yesNo = (name, set) => h('label', { key: name, class: 'setting switch' },
  h('span', { class: 'switch-words' }, h('b', null, t(`prefs.${name}`)), h('span', { class: 'setting-why', id: `pref-${name}-why` }, t(`prefs.${name}.why`))),
  h('input', { type: 'checkbox', role: 'switch', checked: /** @type {any} */ (now)[name], 'aria-describedby': `pref-${name}-why`, onChange: (/** @type {any} */ e) => set({ [name]: e.target.checked }) }),
  h('i', { class: 'switch-rail', 'aria-hidden': 'true' }));

let refused = false;
/** Notifications need the browser's word too: a refusal turns the switch off again, and says so. @param {(changes: object) => void} set */
function telling(set) {
  if (!possible()) return null;
  const wish = async (/** @type {any} */ { notify }) => {
    const may = notify && (allowed() || await ask());
    refused = Boolean(notify && !may);
    set({ notify: Boolean(may) });
  };
  return [yesNo('notify', wish), refused && h('p', { key: 'refused', class: 'setting-note', role: 'status' }, t('prefs.notify.denied'))];
}

/**
 * What the settings dialog shows. The shell draws again when `prefs.subscribe` calls it; `act.changed(changes)`, where given, hears of each change too.
 * @param {{changed?: (changes: object) => void}} [act]
 */
export function settings(act = {}) {
  const set = (/** @type {object} */ changes) => { prefs.set(changes); act.changed?.(changes); };
  return [h('div', { key: 'settings', class: 'settings' },
    oneOf('theme', ['system', 'light', 'dark'], set),
    oneOf('pace', [0, 0.5, 1, 1.6], set),
    calm?.matches && h('p', { key: 'calm', class: 'setting-note' }, t('prefs.pace.calm')),
    yesNo('sounds', set),
    oneOf('confirm', ['auto', 'on', 'off'], set),
    yesNo('autopass', set),
    telling(set))];
}
