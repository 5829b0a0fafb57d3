// Registers the service worker once the page has everything it needs, and tells it the language of its offline page.

async function start() {
  try {
    const store = await caches.open('azulejos-language');
    await store.put('/language', new Response(document.documentElement.lang));
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) active?.postMessage('claim'); // it woke up while this page was on its way
  } catch {
    // no room, or forbidden by the visitor: the pages work without
  }
}

if (globalThis.navigator?.serviceWorker && globalThis.caches) {
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
