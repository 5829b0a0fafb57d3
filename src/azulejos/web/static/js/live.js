// What a screen reader is told: politely what others did, at once what was refused. The regions stand outside what is patched.

/** @param {string} role @param {string} manner */
function region(role, manner) {
  const el = document.createElement('p');
  el.className = 'sr';
  el.setAttribute('role', role);
  el.setAttribute('aria-live', manner);
  document.body.append(el);
  return el;
}

export function regions() {
  const polite = region('status', 'polite');
  const assertive = region('alert', 'assertive');
  /** The same words twice are still news. @param {Element} el @param {string} text */
  const put = (el, text) => { el.textContent = ''; setTimeout(() => { el.textContent = text; }, 60); };
  return {
    /** @param {string} text */
    say: (text) => put(polite, text),
    /** @param {string} text */
    alert: (text) => put(assertive, text),
  };
}
