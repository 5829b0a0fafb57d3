// Accounts: a form is sent once, and recovery codes can be copied. Everything works without a script.

// The second click of a double one would send it again, and only its answer would be seen.
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('.account form'))) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => delete form.dataset.sent); // back again by the browser's own button
}

/** The codes, one a line. @param {HTMLElement} list */
const lines = (list) => [...list.querySelectorAll('code')].map((code) => code.textContent ?? '').join('\n');

/** Where the clipboard is refused the codes are marked, to be copied by hand. @param {HTMLElement} list */
function mark(list) {
  const all = document.createRange();
  all.selectNodeContents(list);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(all);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-copy]'))) {
  button.addEventListener('click', async () => {
    const list = document.getElementById(button.dataset.copy ?? '');
    if (!list) return;
    try {
      await navigator.clipboard.writeText(lines(list));
    } catch {
      mark(list);
      return;
    }
    const words = button.querySelector('span');
    if (words) words.textContent = button.dataset.copied ?? '';
  });
}
