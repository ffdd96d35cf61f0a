// The service worker: keeps the files that never change, and a page for when there is no network. Games are never kept here.

const KEPT = "plateau-VERSION";
const FILES = ["/offline", "/assets/VERSION/page.css", "/assets/VERSION/page.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline").then((page) => page ?? Response.error())));
  } else if (url.pathname.startsWith("/assets/VERSION/")) {
    const fresh = () =>
      fetch(request).then((response) => {
        const copy = response.clone();
        if (response.ok) void caches.open(KEPT).then((cache) => cache.put(request, copy));
        return response;
      });
    event.respondWith(caches.match(request).then((kept) => kept ?? fresh()));
  }
});
