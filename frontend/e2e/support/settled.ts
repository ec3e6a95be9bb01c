import type { Page, Request } from '@playwright/test';

const QUIET_MS = 400;
const POLL_MS = 50;
/** The browser does not tell the end of every request, such as of one given up by a change of the address. */
const LONGEST_MS = 15_000;

const pending = new WeakMap<Page, Set<Request>>();

/** Call it once for each page, before it loads anything. */
export function followRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => {
    // Stays open as long as the page does.
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
 * Waits until the page has loaded what it wants and been quiet for a moment; the live stream does not count.
 * @param quietMs shorter where only the screen matters, and not what it may ask for later
 */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  await page.waitForLoadState('load');
  const latest = Date.now() + LONGEST_MS;
  for (let quiet = 0; quiet < quietMs && Date.now() < latest; quiet += POLL_MS) {
    await page.waitForTimeout(POLL_MS);
    // What has just come must have been worked on, which may take long where many tests run at once.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
    if (pending.get(page)?.size) quiet = 0;
  }
}
