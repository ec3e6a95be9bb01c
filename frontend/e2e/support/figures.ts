import type { Page } from '@playwright/test';
import { expect } from './hub.js';

/** Waits until so many diagrams of the page, which are in or near the window, are drawn or say why not. */
export const expectDrawn = (page: Page, count: number): Promise<void> =>
  expect
    .poll(
      () =>
        page
          .locator('[data-diagram]')
          .evaluateAll((elements) => elements.filter(({ childElementCount }) => childElementCount > 0).length),
      { timeout: 60_000 },
    )
    .toBe(count);
