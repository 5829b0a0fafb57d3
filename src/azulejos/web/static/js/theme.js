// The theme button of the top bar: as the system, light, dark, in turn. prefs.js keeps the choice and tells the server by a cookie.
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
