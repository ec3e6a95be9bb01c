import type { Locator, Page } from '@playwright/test';
import { expect } from './hub.js';

/** More than any screen of the tests has. */
const MAX_STOPS = 200;

/** Moves the focus with Tab, as users without a mouse do, until it is on the element. Fails when it never is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target.toString()} cannot be reached with Tab.`);
}

/** Presses a button or follows a link without a mouse. */
export async function pressWithKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Opens a menu and chooses an entry with the keyboard. */
export async function chooseWithKeyboard(page: Page, trigger: Locator, name: string): Promise<void> {
  await pressWithKeyboard(page, trigger);
  const entry = page.getByRole('menuitem', { name, exact: true });
  await expect(entry).toBeVisible();
  for (let step = 0; step < 12 && !(await entry.evaluate((element) => element === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
}
