import { expect, type Page } from '@playwright/test';

/** Counts the drafts stored in the browser. */
function countDrafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('hub-drafts');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('drafts')) return resolve(0);
          const counting = database.transaction('drafts').objectStore('drafts').count();
          counting.addEventListener('success', () => {
            database.close();
            resolve(counting.result);
          });
        });
      }),
  );
}

export async function expectDrafts(page: Page, drafts: number): Promise<void> {
  await expect.poll(() => countDrafts(page), { timeout: 15_000 }).toBe(drafts);
}

/** A new document stays in the browser, as if the server never responded to the form's own save. */
export async function withholdFirstSave(page: Page): Promise<void> {
  await page.route('**/api/documents', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()));
}
