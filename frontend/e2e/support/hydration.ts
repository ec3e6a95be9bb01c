import type { Page } from '@playwright/test';

/**
 * Waits until React has taken over a page of the server: from then on it handles every event. Resolves at once for
 * pages that the browser renders.
 */
async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('#root main');
    return !main || Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
  // The effects follow, among them the router's listener of the history.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Lets tests act after page loads only when the page responds, as users do who see nothing happen and try again. */
export function waitForHydrationAfterLoads(page: Page): void {
  const [goto, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  page.goto = async (...parameters) => {
    const response = await goto(...parameters);
    await waitUntilHydrated(page);
    return response;
  };
  page.reload = async (...parameters) => {
    const response = await reload(...parameters);
    await waitUntilHydrated(page);
    return response;
  };
  page.goBack = async (...parameters) => {
    const response = await goBack(...parameters);
    await waitUntilHydrated(page);
    return response;
  };
}
