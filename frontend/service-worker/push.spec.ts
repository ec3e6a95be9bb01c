import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { OpenedNotification } from '../src/lib/push-messages';
import { listenToPush } from './push';

const API = '/api/notifications';
const KEYS = { p256dh: 'public', auth: 'secret' };

/** What the browser gives to a worker, and what the worker has done with it. */
class TestWorker {
  windows: object[] = [];
  subscriptions: { current: boolean }[] = [];
  /** whether the hub can be reached */
  isOnline = true;
  readonly opened: string[] = [];
  readonly requests: { path: string; method: string; body?: unknown }[] = [];
  private readonly listeners = new Map<string, (event: object) => void>();

  install(): void {
    const self = {
      addEventListener: (type: string, listen: (event: object) => void) => this.listeners.set(type, listen),
      clients: {
        matchAll: () => Promise.resolve(this.windows),
        openWindow: (url: string) => Promise.resolve(this.opened.push(`new ${url}`)),
      },
      registration: {
        pushManager: {
          subscribe: ({ applicationServerKey }: { applicationServerKey: string }) =>
            Promise.resolve({
              toJSON: () => ({ endpoint: `https://push.example.net/${applicationServerKey}`, keys: KEYS }),
            }),
        },
      },
    };
    Object.assign(globalThis, { self, fetch: this.fetch });
    listenToPush();
  }

  /** @param responds whether the page opens notifications by itself */
  addWindow(name: string, fields: { focused: boolean; responds: boolean }): void {
    this.windows.push({
      focused: fields.focused,
      focus: () => Promise.resolve(),
      navigate: (url: string) => Promise.resolve(this.opened.push(`${name} loads ${url}`)),
      postMessage: ({ url }: OpenedNotification, [port]: [MessagePort]) => {
        if (fields.responds) {
          this.opened.push(`${name} ${url}`);
          port.postMessage(true);
        }
        setTimeout(() => {
          port.close();
        });
      },
    });
  }

  /** Resolves when the worker has handled the event. */
  async dispatch(type: string, fields: object = {}): Promise<void> {
    let handled: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => (handled = promise);
    this.listeners.get(type)?.({ waitUntil, ...fields });
    await handled;
  }

  private readonly fetch = (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    this.requests.push({ path, method, ...(body && { body: JSON.parse(body) as unknown }) });
    if (!this.isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json({ public_key: 'hub-key', subscriptions: this.subscriptions }));
  };
}

const originals = { self: globalThis.self, fetch: globalThis.fetch };
let worker: TestWorker;
beforeEach(() => {
  worker = new TestWorker();
  worker.install();
});
afterEach(() => {
  Object.assign(globalThis, originals);
});

const click = async () => {
  const notification = { data: { id: '1', url: '/docs/plans' }, close: jest.fn() };
  await worker.dispatch('notificationclick', { notification });
  expect(notification.close).toHaveBeenCalledTimes(1);
};
const READ = { path: `${API}/groups/1/read`, method: 'PUT' };

test('an opened notification is read, also without a tab of the hub, which it opens', async () => {
  await click();
  expect(worker.opened).toEqual(['new /docs/plans']);
  expect(worker.requests).toEqual([READ]);
});

test('an opened notification is shown when the hub cannot mark it as read', async () => {
  worker.isOnline = false;
  await click();
  expect(worker.opened).toEqual(['new /docs/plans']);
});

test('the tab in use opens it by itself', async () => {
  worker.addWindow('first', { focused: false, responds: true });
  worker.addWindow('second', { focused: true, responds: true });
  await click();
  expect(worker.opened).toEqual(['second /docs/plans']);
  expect(worker.requests).toEqual([READ]);
});

test('a tab that does not respond loads the page', async () => {
  worker.addWindow('first', { focused: false, responds: false });
  await click();
  expect(worker.opened).toEqual(['first loads /docs/plans']);
});

test('a subscription that the push service has ended is renewed, where the session still has it', async () => {
  worker.subscriptions = [{ current: false }];
  await worker.dispatch('pushsubscriptionchange');
  expect(worker.requests).toEqual([{ path: `${API}/push`, method: 'GET' }]);
  worker.subscriptions.push({ current: true });
  await worker.dispatch('pushsubscriptionchange');
  expect(worker.requests.slice(2)).toEqual([
    { path: `${API}/push`, method: 'PUT', body: { endpoint: 'https://push.example.net/hub-key', ...KEYS } },
  ]);
});

test('the API is asked at the prefix that the hub has written', async () => {
  Object.assign(globalThis, { HUB_API_URL: '/hub/api' });
  try {
    await click();
    expect(worker.requests).toEqual([{ ...READ, path: '/hub/api/notifications/groups/1/read' }]);
  } finally {
    Reflect.deleteProperty(globalThis, 'HUB_API_URL');
  }
});
