import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Lists axe violations of the page as rules and elements. Axe is injected once per page, because its source of half a
 * megabyte takes longer to transfer than to run.
 * @param rules all rules with definite results by default
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    // Waits for color transitions to finish.
    for (let still = 0; still < 2;) {
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = passing.length ? 0 : still + 1;
    }
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      // Style sheets are loaded for experimental rules only.
      preload: false,
      // Of WCAG 2.2, which axe leaves out by default.
      ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
    });
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
