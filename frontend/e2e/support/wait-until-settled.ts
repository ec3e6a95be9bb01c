import type { Page, Request } from '@playwright/test';

const QUIET_MS = 400;
const POLL_MS = 50;
/** Playwright reports no end for some requests, such as those cancelled by a navigation. */
const LONGEST_MS = 15_000;

const pending = new WeakMap<Page, Set<Request>>();

/** Call once per page before it loads. */
export function trackRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => {
    // Stays open as long as the page.
    if (!request.url().endsWith('/notifications/stream')) open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) open.clear();
  });
}

/**
 * Waits until the page has no pending requests for a moment; the notification stream is ignored.
 * @param quietMs shorter if only the current screen matters, not later requests
 */
export async function waitUntilSettled(page: Page, quietMs = QUIET_MS): Promise<void> {
  await page.waitForLoadState('load');
  const latest = Date.now() + LONGEST_MS;
  for (let quiet = 0; quiet < quietMs && Date.now() < latest; quiet += POLL_MS) {
    await page.waitForTimeout(POLL_MS);
    // Responses must have been processed, which takes long when many tests run in parallel.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
    if (pending.get(page)?.size) quiet = 0;
  }
}
