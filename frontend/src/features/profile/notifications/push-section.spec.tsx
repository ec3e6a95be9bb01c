import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import type { PushResponse } from '../../../api/generated/model/pushResponse';
import { PushSection } from './push-section';

const PATH = '/notifications/push';
const current = { session_id: 'session', current: true, created_at: '2026-11-27T12:00:00Z' };
const off: PushResponse = { public_key: 'hub-key', subscriptions: [] };
const on: PushResponse = { ...off, subscriptions: [current] };

/** A browser that supports push notifications. */
class TestBrowser {
  permission: NotificationPermission = 'default';
  /** what the user chooses when the browser asks */
  choice: NotificationPermission = 'granted';
  isSubscribed = false;
  readonly keys: string[] = [];

  readonly subscription = {
    unsubscribe: () => {
      this.isSubscribed = false;
      return Promise.resolve(true);
    },
    toJSON: () => ({ endpoint: 'https://push.example.net/1', keys: { p256dh: 'public', auth: 'secret' } }),
  };

  install(): void {
    const pushManager = {
      getSubscription: () => Promise.resolve(this.isSubscribed ? this.subscription : null),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        this.keys.push(applicationServerKey);
        this.isSubscribed = true;
        return Promise.resolve(this.subscription);
      },
    };
    const registration = { pushManager };
    define(window, 'isSecureContext', true);
    define(window, 'PushManager', jest.fn());
    define(navigator, 'serviceWorker', {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    });
    const notification = {
      requestPermission: () => {
        this.permission = this.choice;
        return Promise.resolve(this.choice);
      },
    };
    Object.defineProperty(notification, 'permission', { get: () => this.permission });
    define(window, 'Notification', notification);
  }
}

const defined: [object, string][] = [];
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true });
  defined.push([target, name]);
}

let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser();
  browser.install();
});
afterEach(() => {
  for (const [target, name] of defined.splice(0)) Reflect.deleteProperty(target, name);
});

async function open(response: PushResponse = off) {
  const api = stubApi({ [`GET ${PATH}`]: ok(response) });
  await renderScreen(<PushSection />, { user: createUser() });
  return { api, user: userEvent.setup() };
}

test('push notifications are off by default, and turned on and off', async () => {
  const { api, user } = await open();
  const turnOn = await screen.findByRole('button', { name: 'Turn on' });
  expect(screen.getByText('Off')).toBeInTheDocument();
  api.on(`PUT ${PATH}`, ok(on));
  api.on(`GET ${PATH}`, ok(on));
  await user.click(turnOn);
  expect(await screen.findByText('Push notifications are on')).toBeInTheDocument();
  const turnOff = await screen.findByRole('button', { name: 'Turn off' });
  expect(turnOff).toHaveFocus();
  expect(browser.keys).toEqual(['hub-key']);
  expect(api.sent(`PUT ${PATH}`).map(({ body }) => body)).toEqual([
    { endpoint: 'https://push.example.net/1', p256dh: 'public', auth: 'secret' },
  ]);

  // It has ended by itself meanwhile.
  api.on(`DELETE ${PATH}/sessions/session`, problem(404));
  api.on(`GET ${PATH}`, ok(off));
  await user.click(turnOff);
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeInTheDocument();
  expect([browser.isSubscribed, api.sent(`DELETE ${PATH}/sessions/session`).length]).toEqual([false, 1]);
});

test('a subscription that the hub refuses does not stay in the browser', async () => {
  const { api, user } = await open();
  api.on(`PUT ${PATH}`, problem(500, { detail: 'It broke.' }));
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('Push notifications were not turned on')).toBeInTheDocument();
  expect(browser.isSubscribed).toBe(false);
});

test('a subscription of a former session counts as off', async () => {
  browser.permission = 'granted';
  browser.isSubscribed = true;
  await open();
  expect(await screen.findByText('Off')).toBeInTheDocument();
});

test('a question that is dismissed leaves them off and says what to do', async () => {
  browser.choice = 'default';
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Notifications are not allowed yet');
});

test('a refusal is shown with the way to undo it', async () => {
  browser.choice = 'denied';
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText(/This browser blocks notifications/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1', /Add this hub to the Home Screen/],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1', /doesn’t support push notifications/],
])('a browser without push says so: %s', async (userAgent, text) => {
  Reflect.deleteProperty(window, 'PushManager');
  define(navigator, 'userAgent', userAgent);
  await open();
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('a page without https says so', async () => {
  define(window, 'isSecureContext', false);
  await open();
  expect(await screen.findByText(/need https/)).toBeInTheDocument();
});

test('what could not be loaded is loaded again', async () => {
  const api = stubApi({ [`GET ${PATH}`]: problem(400) });
  await renderScreen(<PushSection />, { user: createUser() });
  await screen.findByText('The push notifications of this device could not be loaded.');
  api.on(`GET ${PATH}`, ok(off));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Off')).toBeInTheDocument();
});
