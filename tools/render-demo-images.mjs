// Renders the SVG sources of the demo's images to PNG: `node tools/render-demo-images.mjs`. The hub accepts no SVG, and
// the fonts of the machine that it runs on are unknown, so the results are committed beside their sources.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import sharp from 'sharp';

const demo = new URL('../backend/src/demo/content/', import.meta.url);
const require = createRequire(new URL('../frontend/package.json', import.meta.url));

/** @param {string} family @param {string} file */
async function fontFace(family, file) {
  const font = await readFile(require.resolve(file), 'base64');
  return `@font-face { font-family: '${family}'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }`;
}

const styles = await Promise.all([
  fontFace('Inter Variable', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  fontFace(
    'JetBrains Mono Variable',
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  ),
]);
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
const page = await browser.newPage();
for (const name of (await readdir(demo, { recursive: true })).filter((file) => file.endsWith('.svg'))) {
  const source = await readFile(new URL(name, demo), 'utf8');
  await page.setContent(`<style>${styles.join('')} body { margin: 0 } svg { display: block }</style>${source}`);
  await page.evaluate('document.fonts.ready');
  const target = fileURLToPath(new URL(name.replace(/\.svg$/, '.png'), demo));
  await sharp(await page.locator('svg').screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(target);
}
await browser.close();
