import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { admin } from './product-under-test.js';
import { waitForHydrationAfterLoads } from './hydration.js';
import { trackRequests } from './wait-until-settled.js';

export interface TestUser {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

export interface Hub {
  /** creates an account through the API and assigns a role as an admin */
  createUser: (role?: string, name?: string) => Promise<TestUser>;
  /**
   * opens a separate browser context, signed in as the user or as a guest; the service worker runs only where
   * `serviceWorkers` is `allow`
   */
  open: (person?: TestUser, options?: BrowserContextOptions) => Promise<Page>;
  /** opens another tab in the same context */
  openTab: (page: Page) => Promise<Page>;
  /** allows console messages that the test causes deliberately */
  allowComplaints: (pattern: RegExp) => void;
  /** calls the API as the user */
  api: <T>(
    person: TestUser | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    data?: object,
  ) => Promise<T>;
}

let number = 0;
const unique = () => `${process.pid}-${Date.now().toString(36)}-${++number}`;

async function call<T>(
  request: APIRequestContext,
  origin: string,
  token: string | null,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  // The context keeps the cookie of the last sign-in, so requests need an Origin header like a browser's.
  const headers: Record<string, string> = { origin, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Console errors, uncaught errors and blocked content fail the test. */
export function watch(page: Page, complaints: string[]): void {
  trackRequests(page);
  waitForHydrationAfterLoads(page);
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Chromium logs each 4xx response as an error; tests check those responses explicitly.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`);
  });
}

async function openPageAs(
  browser: Browser,
  address: string,
  person: TestUser | undefined,
  contexts: BrowserContext[],
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce', ...options });
  contexts.push(context);
  // It would answer requests that tests answer themselves.
  if (options.serviceWorkers !== 'allow')
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  if (person) {
    await context.addInitScript((token) => {
      try {
        localStorage.setItem('session_token', token);
      } catch {
        // The frames of diagrams and of other hosts have no storage.
      }
    }, person.token);
    await context.addCookies([
      { name: 'session_token', value: person.token, url: address, httpOnly: true, sameSite: 'Lax' },
    ]);
  }
  const page = await context.newPage();
  watch(page, complaints);
  return page;
}

export const test = base.extend<{ hub: Hub }, { address: string; adminToken: string }>({
  /** The URL of the app. Files that need an app of their own replace it. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern
  address: [({}, use, { project }) => use(project.use.baseURL ?? ''), { scope: 'worker' }],
  baseURL: ({ address }, use) => use(address),
  // Created once per worker.
  adminToken: [
    async ({ playwright, address }, use) => {
      const request = await playwright.request.newContext({ baseURL: address });
      const { session_token } = await call<{ session_token: string }>(
        request,
        address,
        null,
        'POST',
        '/auth/login-manual',
        admin,
      );
      await request.dispose();
      await use(session_token);
    },
    { scope: 'worker' },
  ],
  hub: async ({ browser, request, address, adminToken }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    const allowed = [
      // The router logs a preload of a hovered link that signing in cancels.
      /CancelledError/,
      // The library of the player rejects a promise when its page is left while it is loading.
      /reading 'addEventListener'\)[^]*assets\/vidstack-/,
    ];
    await use({
      createUser: async (role = 'VIEWER', name) => {
        const id = unique();
        const account = { email: `e2e-${id}@example.org`, name: name ?? `${role} ${id}`, password: `secret-${id}` };
        const { user, session_token } = await call<{ user: { id: string }; session_token: string }>(
          request,
          address,
          null,
          'POST',
          '/auth/register',
          account,
        );
        if (role !== 'VIEWER') await call(request, address, adminToken, 'PUT', `/users/${user.id}/role`, { role });
        return { ...account, id: user.id, token: session_token };
      },
      allowComplaints: (pattern) => void allowed.push(pattern),
      open: (person, options) => openPageAs(browser, address, person, contexts, complaints, options),
      openTab: async (page) => {
        const tab = await page.context().newPage();
        watch(tab, complaints);
        return tab;
      },
      api: (person, method, path, data) => call(request, address, person?.token ?? null, method, path, data),
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

export { expect };
