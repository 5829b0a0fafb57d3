// Pages of leagues: small helps only. Everything works without a script.

/** Where the clipboard is refused the text is marked, to be copied by hand. @param {HTMLInputElement|HTMLTextAreaElement} from */
async function copy(from) {
  try {
    await navigator.clipboard.writeText(from.value);
    return true;
  } catch {
    from.focus();
    from.select();
    return false;
  }
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-copy]'))) {
  const words = button.querySelector('span');
  const label = words?.textContent ?? '';
  button.addEventListener('click', async () => {
    const from = /** @type {HTMLInputElement|null} */ (document.getElementById(button.dataset.copy ?? ''));
    if (!from || !words || !await copy(from)) return;
    words.textContent = button.dataset.copied ?? '';
    setTimeout(() => { words.textContent = label; }, 2500);
  });
}

// The second click of a double one would send a form again.
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('.club form[method=post]'))) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => delete form.dataset.sent); // back again by the browser's own button
}

// A form for a game shows the options of the chosen game alone; what was typed for the other stays.
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('[data-result-form]'))) {
  const show = () => {
    const game = /** @type {HTMLInputElement|null} */ (form.querySelector('[name=game]:checked'))?.value;
    form.querySelectorAll('.of-azul, .of-pavilion').forEach((part) => { /** @type {HTMLElement} */ (part).hidden = !part.classList.contains(`of-${game}`); });
  };
  form.addEventListener('change', show);
  if (!('wrong' in form.dataset)) show(); // what is wrong may be in a field of the other game
  /** @type {HTMLElement|null} */ (form.querySelector('[aria-invalid]'))?.focus();
}

// A file that is too big for the server is refused here, in words, before it is sent.
const sending = /** @type {HTMLFormElement|null} */ (document.querySelector('[data-import]'));
const file = /** @type {HTMLInputElement|null} */ (sending?.querySelector('[type=file]') ?? null);
if (sending && file) {
  const words = document.getElementById('import-bad');
  const check = () => {
    const big = (file.files?.[0]?.size ?? 0) > Number(sending.dataset.most);
    if (words) words.textContent = big ? sending.dataset.big ?? '' : '';
    file.toggleAttribute('aria-invalid', big);
    return !big;
  };
  file.addEventListener('change', check);
  sending.addEventListener('submit', (event) => {
    if (check()) return;
    event.preventDefault();
    delete sending.dataset.sent;
  });
}

// While ratings are counted: look again until they are there.
const counting = /** @type {HTMLElement|null} */ (document.querySelector('[data-counting]'));
if (counting) {
  const bar = counting.querySelector('progress');
  const look = async () => {
    try {
      const told = await (await fetch(location.href, { headers: { accept: 'application/json' } })).json();
      if (told.standing?.current ?? true) {
        location.reload();
        return;
      }
      if (bar) bar.value = told.standing.progress;
    } catch { /* nobody answers: try again */ }
    setTimeout(look, 1000);
  };
  setTimeout(look, 700);
}
