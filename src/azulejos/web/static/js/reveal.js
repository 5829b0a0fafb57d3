// On a phone what is to be done lies in a sheet at the foot: whatever belongs to it is scrolled out from under the sheet.

let shown = '';

/** @param {any} view @param {any} ui */
export function reveal(view, ui) {
  const now = [view.ply, view.choices?.kind, ui.star, ui.picked].join(' ');
  if (now === shown) return;
  shown = now;
  globalThis.requestAnimationFrame?.(() => uncover()); // after this drawing
}

/** The star in hand; while bonus tiles are chosen, the hand. As far as the round above stays clear of it. */
function uncover() {
  const sheet = document.querySelector('.pav .panel.now');
  const goal = document.querySelector('.own .star.chosen') ?? (sheet?.querySelector('.choosing') ? document.querySelector('.hand') : null);
  if (!sheet || !goal || getComputedStyle(sheet).position !== 'fixed') return;
  const box = goal.getBoundingClientRect();
  const top = 8 + (document.querySelector('.pav .wild')?.clientHeight ?? 0) + (document.querySelector('.coach')?.clientHeight ?? 0); const foot = sheet.getBoundingClientRect().top - 8;
  const by = box.bottom > foot ? Math.min(box.bottom - foot, box.top - top) : Math.min(0, box.top - top);
  if (by) scrollBy({ top: by, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
}
