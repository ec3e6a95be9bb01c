import type { QueryClient } from '@tanstack/react-query';
import { language } from '../../lib/language';
import { offline } from '../../messages/offline';
import { toast } from '../../ui/toast/toast';
import { keepOpenedDocuments } from './keep-documents';
import type { PageMessage } from './page-message';

const UPDATE_INTERVAL_MS = 3600_000;

const send = (worker: ServiceWorker, message: PageMessage, port?: MessagePort): void => {
  worker.postMessage(message, port ? [port] : []);
};

/** Whether the page has the version of the worker. */
function hasPageVersion(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => {
      resolve(event.data === true);
    });
    port1.start();
    send(worker, { type: 'is-current', script: script ? new URL(script).pathname : '' }, port2);
  });
}

function offerReload(): void {
  toast(offline.newVersion, {
    isLasting: true,
    action: {
      label: offline.reload,
      run: () => {
        window.location.reload();
      },
    },
  });
}

/** A new worker takes over all pages, those of the former version too, which work as before until they reload. */
function watchVersion(workers: ServiceWorkerContainer): void {
  let isOffered = false;
  const check = async () => {
    if (isOffered || !workers.controller || (await hasPageVersion(workers.controller))) return;
    isOffered = true;
    offerReload();
  };
  workers.addEventListener('controllerchange', () => void check());
}

async function registerWorker(workers: ServiceWorkerContainer, queryClient: QueryClient): Promise<void> {
  watchVersion(workers);
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
  setInterval(() => {
    // Without a connection there is nothing to look for.
    registration.update().catch(() => undefined);
  }, UPDATE_INTERVAL_MS);
  keepOpenedDocuments(queryClient);
  const { active } = await workers.ready;
  if (active) send(active, { type: 'keep-shell', language });
}

/** Browsers may refuse it, for example in private windows; the hub works without. */
export const startWorker = (queryClient: QueryClient): Promise<void> =>
  registerWorker(navigator.serviceWorker, queryClient).catch(() => undefined);
