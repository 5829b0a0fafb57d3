// While a round is told the own board is kept above the story card; afterwards the page returns to where it was.

/** @type {{from: number, to: number}|null} */
let moved = null;

/** Whether a finger's width still counts as the same place. @param {number} at */
const stands = (at) => Math.abs(scrollY - at) < 48;

/** Brings the board into sight where the card would cover it. @param {Element} root @param {number} pace */
export function show(root, pace) {
  const board = root.querySelector('.mine');
  const card = root.querySelector('.story');
  if (moved || !board || !card) return;
  const hidden = board.getBoundingClientRect().bottom - card.getBoundingClientRect().top + 8;
  const room = Math.max(0, Math.min(hidden, board.getBoundingClientRect().top - 8));
  if (room < 24) return;
  moved = { from: scrollY, to: Math.round(scrollY + room) };
  scrollTo({ top: moved.to, behavior: pace ? 'smooth' : 'instant' });
}

/** Back, unless the reader has scrolled on their own. @param {number} pace */
export function back(pace) {
  if (moved && stands(moved.to)) scrollTo({ top: moved.from, behavior: pace ? 'smooth' : 'instant' });
  moved = null;
}
