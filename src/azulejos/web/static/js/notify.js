// "Your turn" by the system's own notifications, where the player wants them and the browser lets us. Nothing leaves this machine.

/** Whether there is such a thing here at all. */
export const possible = () => 'Notification' in globalThis;

/** Whether the browser would show one now. */
export const allowed = () => possible() && Notification.permission === 'granted';

/** Ask the browser; it asks the player. @returns {Promise<boolean>} */
export async function ask() {
  if (!possible()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/**
 * Tell the player something while they look elsewhere; the same tag replaces what was told before.
 * Phones show only what a service worker shows.
 * @param {string} title @param {string} body @param {string} tag
 */
export async function notify(title, body, tag) {
  if (!allowed() || !document.hidden) return;
  const worker = await navigator.serviceWorker?.getRegistration?.().catch(() => undefined);
  try {
    if (worker) { await worker.showNotification(title, { body, tag, data: { url: location.href } }); return; }
    const told = new Notification(title, { body, tag });
    told.onclick = () => { globalThis.focus(); told.close(); };
  } catch { /* this browser has its own mind */ }
}
