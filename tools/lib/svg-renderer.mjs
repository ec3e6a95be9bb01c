// Renders the SVG files of the demo in Chromium with the fonts of the product, so that the results do not depend on the
// fonts of the machine.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright';

const require = createRequire(new URL('../../frontend/package.json', import.meta.url));

/** @param {string} family @param {string} file */
async function fontFace(family, file) {
  const font = await readFile(require.resolve(file), 'base64');
  return `@font-face { font-family: '${family}'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }`;
}

/** Opens a browser. @returns its page, a function that shows an SVG file in it, and one that closes it */
export async function openSvgRenderer() {
  const styles = await Promise.all([
    fontFace('Inter Variable', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    fontFace(
      'JetBrains Mono Variable',
      '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    ),
  ]);
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  /** @param {URL} file */
  const show = async (file) => {
    const source = await readFile(file, 'utf8');
    await page.setContent(`<style>${styles.join('')} body { margin: 0 } svg { display: block }</style>${source}`);
    await page.evaluate('document.fonts.ready');
  };
  return { page, show, close: () => browser.close() };
}
