// Keys of the table page: arrows walk between groups as they lie, the game takes its own keys, "?" lists them all.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** What an arrow key walks among, by where the focus is. */
const WALKS = ['.market .group[data-group]:not([aria-disabled])', '.mine .line.legal, .mine .floor.legal', '.mine .cell.legal'];

/** @param {Element} el @returns {[number, number]} */
function middle(el) {
  const box = el.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The nearest of `all` in a direction: how far along it, sideways counting double. @param {Element} here @param {Element[]} all @param {number[]} way */
export function towards(here, all, [wx, wy]) {
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * wx + (oy - y) * wy;
    const aside = Math.abs((ox - x) * wy) + Math.abs((oy - y) * wx);
    if (one !== here && along > 4 && along + 2 * aside < least) { best = one; least = along + 2 * aside; }
  }
  return best;
}

/** @param {KeyboardEvent} event @param {Element} root @returns {boolean} */
function walk(event, root) {
  const way = ARROWS[/** @type {'ArrowUp'} */ (event.key)];
  if (!way) return false;
  const here = document.activeElement;
  const set = WALKS.find((one) => here?.matches(one));
  if (!here || !set) {
    if (here && here !== document.body && here.id !== 'main') return false;
    const first = /** @type {any} */ (root.querySelector(WALKS.join(', ')));
    first?.focus();
    return Boolean(first);
  }
  /** @type {any} */ (towards(here, [...root.querySelectorAll(set)], way))?.focus();
  return true;
}

/**
 * @param {Element} root
 * @param {{game: (event: KeyboardEvent) => boolean, escape: () => boolean, help: () => void}} on
 */
export function listenKeys(root, on) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const writing = /** @type {any} */ (event.target).closest?.('input, select, textarea');
    if (writing) { if (event.key === 'Escape') writing.blur(); return; }
    const used = (event.key === 'Escape' && on.escape()) || on.game(event) || walk(event, root) || jump(event, root, on);
    if (used) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {Element} root @param {{help: () => void}} on */
function jump(event, root, on) {
  if (event.key === '?') { on.help(); return true; }
  const goal = { t: '#typed', m: WALKS[0] }[event.key.toLowerCase()];
  const el = goal ? /** @type {any} */ (root.querySelector(goal)) : null;
  el?.focus();
  return Boolean(el);
}
