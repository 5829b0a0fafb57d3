// A button that copies an address and says that it did.
import { h } from './dom.js';
import { icon } from './parts.js';
import { t } from './i18n.js';

/** Where the clipboard is refused (plain http, old browsers) the player gets the address to copy by hand. @param {string} text */
async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    globalThis.prompt?.(t('result.copy.hand'), text);
    return false;
  }
}

/** @param {string} label @param {() => string} address @param {string} [extra] a class for the button */
export function copyButton(label, address, extra = '') {
  const onClick = async (/** @type {any} */ event) => {
    const words = event.currentTarget.querySelector('.copy-words');
    if (!await put(new URL(address(), location.href).href)) return;
    words.textContent = t('result.copied');
    setTimeout(() => { words.textContent = label; }, 2000);
  };
  return h('button', { key: 'copy', type: 'button', class: `btn ${extra}`.trim(), onClick },
    icon('link'), h('span', { class: 'copy-words', 'aria-live': 'polite' }, label));
}
