/// <reference lib="webworker" />
/**
 * The service worker: opens the app without a network, and shows push notifications. It caches the app's own files
 * and no member's data; data for offline reading is in lib/offlineStorage, and is deleted at the log-out.
 */

import { openPlace, showPush } from "./notifications";
import { cacheFirst, cacheShell, deleteOldShells, networkFirst } from "./shell";

declare const self: ServiceWorkerGlobalScope;

/** Answered by the server alone. */
const SERVERS = /^\/(api|media|dev|healthz|livez|readyz|metrics)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([deleteOldShells(), preloadPages()])),
);

/** Lets the browser request a page while it starts the worker, which takes a phone a tenth of a second. */
const preloadPages = async () => self.registration.navigationPreload?.enable();

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || SERVERS.test(pathname)) return;
  if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(event.request));
  else if (mode === "navigate") event.respondWith(networkFirst(event.request, event.preloadResponse));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPlace(self, String(event.notification.data)));
});
