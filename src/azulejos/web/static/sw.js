// The service worker: static files come from its cache, a page that cannot be fetched is the offline page, or the scorecard's,
// which is the same for everybody: what is on a sheet is in the page's own storage. Pages, answers of the API and whatever else
// is about somebody are never kept. The server puts a line before this file: SHELL = {version, files: where static files are,
// keep: [addresses], offline: {language: address}, sheets: {score, sheet: {language: address}}}.

/** @type {any} */
const worker = self;
const { version, files, keep, offline, sheets } = worker.SHELL;
const CACHE = `azulejos-${version}`;
const LANGUAGE = 'azulejos-language';
const PATIENCE = 4000; // milliseconds that a table with hardly a network waits for a page it has

worker.addEventListener('install', (/** @type {any} */ event) => {
  const fresh = keep.map((/** @type {string} */ address) => new Request(address, { cache: 'no-cache', credentials: 'omit' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(takeOver()));

worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith(files)) event.respondWith(file(request));
});

/** Old versions go; pages that are open are ours from now on. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('azulejos-') && ![CACHE, LANGUAGE].includes(name)).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A page from the server; one that is kept for everybody only where that does not come. @param {any} event */
async function page(event) {
  const own = kept(new URL(event.request.url).pathname);
  const other = async () => caches.match((own ?? offline)[await language()]);
  try {
    const coming = fetched(event);
    const answer = await (own ? Promise.race([coming, late()]) : coming);
    return away(answer) ? await other() ?? answer : answer;
  } catch {
    return await other() ?? Response.error();
  }
}

/** @param {any} event @returns {Promise<Response>} */
const fetched = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** @returns {Promise<never>} */
const late = () => new Promise((_, fail) => { setTimeout(() => fail(new Error('too late')), PATIENCE); });

/** The page of the scorecard that belongs to an address, by language. @param {string} path */
function kept(path) {
  if (path === '/score') return sheets.score;
  return /^\/s\/[a-z0-9]{16,40}$/.test(path) ? sheets.sheet : null;
}

/** Whether a proxy answers in the server's place, as it does while that starts again. @param {Response} answer */
function away(answer) {
  return answer.status >= 502 && answer.status <= 504 && !answer.headers.has('content-security-policy');
}

async function language() {
  const chosen = await (await caches.match('/language', { cacheName: LANGUAGE }))?.text();
  const wanted = [chosen, navigator.language.slice(0, 2)].find((each) => each && each in offline);
  return wanted ?? Object.keys(offline)[0];
}

/** A static file: its address names its contents, so what is kept is right. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && lasting(answer)) await cache.put(request, answer.clone()).catch(() => {}); // no room
  return answer;
}

/** Whether it is what the address names: a newer server answers an old one with its own file. @param {Response} answer */
function lasting(answer) {
  return answer.type === 'basic' && (answer.headers.get('cache-control') ?? '').includes('immutable');
}

// A notification leads to its table: the page that is open, else a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = event.notification.data?.url ?? '/';
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((pages) => {
    const open = pages.find((page) => page.url === address);
    return open ? open.focus() : self.clients.openWindow(address);
  }));
});
