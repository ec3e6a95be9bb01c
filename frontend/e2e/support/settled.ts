import type { Page, Request } from '@playwright/test';

const QUIET_MS = 400;
const POLL_MS = 50;

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

/** Waits until the page has loaded what it wants and been quiet for a moment; the live stream does not count. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  for (let quiet = 0; quiet < QUIET_MS; quiet += POLL_MS) {
    await page.waitForTimeout(POLL_MS);
    if (pending.get(page)?.size) quiet = 0;
  }
}
