// Drag and drop by pointer: data-drag is lifted, data-drop takes it. Mouse and pen at once, a finger after a short hold, so that a swipe still scrolls.

const FAR = 6; // pixels before a press becomes a drag
const HOLD = 170; // milliseconds a finger rests first

/** @param {Element} root @param {{lift: (from: string) => void, drop: (from: string, onto: string) => void, cancel: () => void}} hands */
export function dragging(root, hands) {
  /** @type {any} */
  let drag = null;

  const end = () => {
    clearTimeout(drag?.timer);
    drag?.copy?.remove();
    drag?.over?.classList.remove('over');
    if (drag?.moving) document.documentElement.classList.remove('dragging');
    drag = null;
  };

  function start() {
    const box = drag.el.getBoundingClientRect();
    drag.moving = true;
    drag.copy = drag.el.cloneNode(true);
    drag.copy.className = 'dragged';
    for (const el of [drag.copy, ...drag.copy.querySelectorAll('*')]) for (const name of ['data-piece', 'data-at', 'data-many', 'data-drag', 'data-group', 'id']) el.removeAttribute(name);
    const tiles = [...drag.copy.querySelectorAll('svg')];
    const size = drag.el.querySelector('svg')?.getBoundingClientRect();
    for (const one of tiles) Object.assign(one.style, { width: `${size?.width ?? 40}px`, height: `${size?.height ?? 40}px` });
    drag.copy.setAttribute('aria-hidden', 'true');
    drag.grip = [drag.x - box.left, drag.y - box.top];
    document.body.append(drag.copy);
    document.documentElement.classList.add('dragging');
    hands.lift(drag.from);
  }

  /** @param {PointerEvent} event */
  function follow(event) {
    drag.copy.style.translate = `${event.clientX - drag.grip[0]}px ${event.clientY - drag.grip[1]}px`;
    const over = document.elementsFromPoint(event.clientX, event.clientY).map((el) => el.closest('[data-drop]')).find(Boolean) ?? null;
    if (over !== drag.over) {
      drag.over?.classList.remove('over');
      over?.classList.add('over');
      drag.over = over;
    }
  }

  root.addEventListener('pointerdown', (e) => {
    const event = /** @type {PointerEvent} */ (e);
    const el = /** @type {Element} */ (event.target).closest('[data-drag]');
    if (!el || event.button !== 0 || !event.isPrimary) return;
    drag = { el, from: /** @type {any} */ (el).dataset.drag, x: event.clientX, y: event.clientY, id: event.pointerId, ready: event.pointerType !== 'touch', moving: false };
    if (event.pointerType === 'touch') drag.timer = setTimeout(() => { if (drag) drag.ready = true; }, HOLD);
  });
  window.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (!drag.ready) { end(); return; }
      start();
    }
    follow(event);
  });
  window.addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { moving, from, over } = drag;
    end();
    if (!moving) return;
    window.addEventListener('click', swallow, { capture: true, once: true }); // the click that ends a drag is no click
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
    if (over) hands.drop(from, over.dataset.drop); else hands.cancel();
  });
  window.addEventListener('pointercancel', () => { const moving = drag?.moving; end(); if (moving) hands.cancel(); });
  window.addEventListener('touchmove', (event) => { if (drag?.moving || drag?.ready) event.preventDefault(); }, { passive: false });
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
