import type { Page } from '@playwright/test';

/** 1280 px at a zoom of 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };

/**
 * Lists what breaks on the current page when readers adapt it: zoom of 400 %, the text spacing of WCAG 1.4.12, less
 * motion, which all pages of these tests ask for, and the colors of the system.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(() => {
    const barriers: string[] = [];
    const { documentElement: root } = document;
    const check = (when: string) => {
      if (root.scrollWidth <= root.clientWidth) return;
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth,
      );
      const names = wide.map(({ tagName, className }) => `${tagName} ${className}`);
      barriers.push(`scrolls sideways ${when}: ${names.join(', ')}`);
    };
    check('at 400 %');
    for (const label of document.querySelectorAll<HTMLElement>('label:has(> input[type=radio]:checked)')) {
      if (getComputedStyle(label).backgroundColor === getComputedStyle(document.body).backgroundColor)
        barriers.push(`"${label.textContent}" does not look chosen in forced colors`);
    }
    for (const animation of document.getAnimations())
      if (Number(animation.effect?.getComputedTiming().duration) > 100)
        barriers.push('moves in spite of reduced motion');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}' +
        'p{margin-bottom:2em!important}',
    );
    document.adoptedStyleSheets.push(sheet);
    check('with wide text spacing');
    for (const control of document.querySelectorAll<HTMLElement>('button, a, label, th, h1, h2, h3')) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(control);
      const isCut = control.scrollHeight > control.clientHeight + 2 || control.scrollWidth > control.clientWidth + 2;
      // Texts that end with an ellipsis are in full on their own page; the smallest are for screen readers.
      const hides = [overflowX, overflowY].includes('hidden') && textOverflow !== 'ellipsis';
      if (hides && isCut && control.clientWidth > 2)
        barriers.push(`"${control.textContent}" is cut off by text spacing`);
    }
    document.adoptedStyleSheets.pop();
    return barriers;
  });
  await page.emulateMedia({ forcedColors: 'none' });
  if (size) await page.setViewportSize(size);
  return found;
}
