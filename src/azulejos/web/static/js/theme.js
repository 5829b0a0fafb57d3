// The top bar: a menu of pages where it is narrow, which closes by Escape or a press elsewhere; the theme button: as the system, light, dark, in turn. prefs.js keeps the choice and tells the server by a cookie.
import { t } from './i18n.js';
import { prefs } from './prefs.js';

const button = document.querySelector?.('[data-do="theme"]');
const night = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** The next theme: the first press must change what is seen. @param {string} theme @param {boolean} dark whether the system is dark */
export function following(theme, dark) {
  const turn = dark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
  return /** @type {'system'|'light'|'dark'} */ (turn[(turn.indexOf(theme) + 1) % turn.length]);
}

function draw() {
  const { theme } = prefs.get();
  button?.setAttribute('aria-label', t(`site.theme.${theme}`));
  button?.querySelector('use')?.setAttribute('href', `#i-${theme === 'system' ? 'theme' : theme}`);
}

if (button) {
  button.addEventListener('click', () => prefs.set({ theme: following(prefs.get().theme, Boolean(night?.matches)) }));
  prefs.subscribe(draw);
  draw();
}

const more = /** @type {HTMLDetailsElement | null | undefined} */ (document.querySelector?.('.bar-more'));
if (more) {
  document.addEventListener('click', ({ target }) => { if (more.open && (!more.contains(/** @type {Node} */ (target)) || /** @type {Element} */ (target).closest('a'))) more.open = false; });
  more.addEventListener('focusout', ({ relatedTarget }) => { if (relatedTarget && !more.contains(/** @type {Node} */ (relatedTarget))) more.open = false; });
  more.addEventListener('keydown', ({ key }) => { if (key === 'Escape' && more.open) { more.open = false; more.querySelector('summary')?.focus(); } });
}
