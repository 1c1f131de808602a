/// <reference lib="webworker" />
/**
 * The service worker: opens the app without a network, and tells a member who is not looking. It keeps the app's own
 * files and nothing of any member; what they may read offline is on their shelf (lib/shelf), and goes when they leave.
 */
import { keepShell, kept, leaveOldShells, pageOrShell } from "./shell";
import { go, tell } from "./telling";

declare const self: ServiceWorkerGlobalScope;

/** Answered by the server alone. */
const SERVERS = /^\/(api|media|dev|healthz)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(leaveOldShells()));

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || SERVERS.test(pathname)) return;
  if (pathname.startsWith("/assets/")) event.respondWith(kept(event.request));
  else if (mode === "navigate") event.respondWith(pageOrShell(event.request));
});

self.addEventListener("push", (event) => event.waitUntil(tell(self, event.data)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(self, String(event.notification.data)));
});
