/**
 * The service worker: keeps the page and the umpire's rules for when there is no server. It is registered by the
 * umpire's pages only.
 *
 * Kept by name, for names change with what they hold: /assets/, /worker/, /offline/, /api/rules-archive/*.
 * Asked of the server first, and kept for when it does not answer: the page itself, and what is the same for everybody:
 * the rulebooks, their rules and their questions. Everything else is not even looked at: no battle, nothing with a
 * token, nothing that is sent rather than fetched.
 */
export {}; // a module to the compiler; the built file is a plain script
declare const self: ServiceWorkerGlobalScope;
declare const SANDTABLE_SHELL: string[]; // the files of this build; put in when it is built
declare const SANDTABLE_BUILD: string;
declare const SANDTABLE_OFFLINE: string; // where the interpreter of this build lies

const CACHE = `sandtable-${SANDTABLE_BUILD}`;
const PAGE = "/";
const ARCHIVE = "/api/rules-archive/";
const FIXED = /^\/(assets|worker|offline|api\/rules-archive)\/./;
const SCREENS = /^\/(umpire|rules)(\/|$)|^\/$/;
const PUBLIC = /^\/api\/(rulesets(\/[^/]+\/(rules|questions))?|rules-archive)$/;
const PATIENCE = 4000; // milliseconds until what is kept is better than waiting

self.addEventListener("install", (event) => {
  const fresh = [PAGE, ...SANDTABLE_SHELL].map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/** Forget other builds, but take over what has not changed and what was told last: it may be wanted without a server. */
async function tidy(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (name === CACHE || !name.startsWith("sandtable-")) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      const { pathname } = new URL(request.url);
      const wanted = PUBLIC.test(pathname) || pathname.startsWith(ARCHIVE) || pathname.startsWith(SANDTABLE_OFFLINE);
      const answer = wanted && !(await cache.match(request)) ? await old.match(request) : undefined;
      if (answer) await cache.put(request, answer);
    }
    await caches.delete(name);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || request.headers.has("x-seat-tokens")) return;
  if (request.mode === "navigate") {
    if (SCREENS.test(pathname)) event.respondWith(serverFirst(request, PAGE, false));
  } else if (FIXED.test(pathname)) event.respondWith(keptFirst(request));
  else if (PUBLIC.test(pathname)) event.respondWith(serverFirst(request, pathname, true));
  else if (pathname === "/icon.svg") event.respondWith(serverFirst(request, pathname, true));
});

async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    await cache.put(request.url, answer.clone());
    if (new URL(request.url).pathname.startsWith(ARCHIVE)) await forgetOthers(cache, request.url);
  }
  return answer;
}

/** Only the newest archive of the rules is worth its room. */
async function forgetOthers(cache: Cache, newest: string): Promise<void> {
  for (const { url } of await cache.keys())
    if (url !== newest && new URL(url).pathname.startsWith(ARCHIVE)) await cache.delete(url);
}

/**
 * The page itself is never kept here: the kept one belongs to the files that were kept with it when this build was
 * installed, and a newer one would ask for files that are not there.
 */
async function serverFirst(request: Request, key: string, keep: boolean): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  const asked = fetch(request).then(async (answer) => {
    if (keep && answer.ok) await cache.put(key, answer.clone());
    return kept && answer.status >= 500 ? kept : answer;
  });
  if (!kept) return asked;
  const late = new Promise<Response>((done) => setTimeout(() => done(kept), PATIENCE));
  return Promise.race([asked.catch(() => kept), late]);
}
