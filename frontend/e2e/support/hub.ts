import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { admin } from './product-under-test.js';
import { followRequests } from './settled.js';

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

export interface Hub {
  /** makes an account by the API and gives it a role, as an admin would */
  createPerson: (role?: string, name?: string) => Promise<Person>;
  /** a browser window of its own in which this person is signed in; without one, a guest's */
  open: (person?: Person) => Promise<Page>;
  /** another tab of the same window */
  openTab: (page: Page) => Promise<Page>;
  /** what a screen may complain about in this test, because the test breaks it on purpose */
  mayComplain: (pattern: RegExp) => void;
  /** calls the API as this person */
  api: <T>(person: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => Promise<T>;
}

let number = 0;
const unique = () => `${process.pid}-${Date.now().toString(36)}-${++number}`;

async function call<T>(
  request: APIRequestContext,
  token: string | null,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  // The context keeps the cookie of the last sign-in; like a browser, it then has to say where it comes from.
  const origin = test.info().project.use.baseURL ?? '';
  const headers: Record<string, string> = { origin, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A screen may not complain: errors in the console, uncaught errors and blocked content fail the test. */
export function watch(page: Page, complaints: string[]): void {
  followRequests(page);
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Chromium reports each answer of 4xx as an error; those are the server's word and tested as such.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`);
  });
}

async function openAs(
  browser: Browser,
  person: Person | undefined,
  contexts: BrowserContext[],
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  contexts.push(context);
  if (person) {
    await context.addInitScript((token) => {
      localStorage.setItem('session_token', token);
    }, person.token);
    const { baseURL } = test.info().project.use;
    await context.addCookies([
      { name: 'session_token', value: person.token, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' },
    ]);
  }
  const page = await context.newPage();
  watch(page, complaints);
  return page;
}

export const test = base.extend<{ hub: Hub }, { adminToken: string }>({
  // Once for all tests of a worker.
  adminToken: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      const { session_token } = await call<{ session_token: string }>(
        request,
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
  hub: async ({ browser, request, adminToken }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    // A request for a link under the pointer, cut short by signing in; the router logs it.
    const allowed = [/CancelledError/];
    await use({
      createPerson: async (role = 'VIEWER', name) => {
        const id = unique();
        const account = { email: `e2e-${id}@example.org`, name: name ?? `${role} ${id}`, password: `secret-${id}` };
        const { user, session_token } = await call<{ user: { id: string }; session_token: string }>(
          request,
          null,
          'POST',
          '/auth/register',
          account,
        );
        if (role !== 'VIEWER') await call(request, adminToken, 'PUT', `/users/${user.id}/role`, { role });
        return { ...account, id: user.id, token: session_token };
      },
      mayComplain: (pattern) => void allowed.push(pattern),
      open: (person) => openAs(browser, person, contexts, complaints),
      openTab: async (page) => {
        const tab = await page.context().newPage();
        watch(tab, complaints);
        return tab;
      },
      api: (person, method, path, data) => call(request, person?.token ?? null, method, path, data),
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

export { expect };
