// The service worker. It keeps the frontend's files. Without a connection it opens the documents that pages have kept,
// or a page that says so. Pages and responses of the API come from the server alone.
import { clientsClaim } from 'workbox-core';
import * as navigationPreload from 'workbox-navigation-preload';
import { registerRoute } from 'workbox-routing';
import { files } from './files';
import { respondToMessage } from './messages';
import { loadImage, openPage } from './pages';
import { listenToPush } from './push';
import { replaceShell } from './shell';

declare const self: ServiceWorkerGlobalScope;

registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), files);

navigationPreload.enable();
registerRoute(
  ({ request, sameOrigin }) => request.mode === 'navigate' && sameOrigin,
  ({ event, request, url }) => openPage(event as FetchEvent, request, url),
);

registerRoute(
  ({ request, sameOrigin }) => request.destination === 'image' && sameOrigin,
  ({ request }) => loadImage(request),
);

self.addEventListener('install', (event) => {
  event.waitUntil(replaceShell(event));
  // Pages of any version can work with this worker. They offer to load the new version.
  void self.skipWaiting();
});
clientsClaim();
self.addEventListener('message', respondToMessage);
listenToPush();
