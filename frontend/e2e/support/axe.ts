import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds wrong on the page as it stands: the rule and the places. A page gets axe once, for its half megabyte of
 * source takes longer to hand over than to run.
 * @param rules all that axe holds for sure when not given
 */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    // Colours on their way from one theme to the other are nobody's choice.
    for (let still = 0; still < 2;) {
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = passing.length ? 0 : still + 1;
    }
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
