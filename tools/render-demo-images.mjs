// Renders the SVG sources of the demo's images to PNG: `node tools/render-demo-images.mjs`. The hub accepts no SVG, so
// the results are committed beside their sources.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openSvgRenderer } from './lib/svg-renderer.mjs';

const demo = new URL('../backend/src/demo/content/', import.meta.url);
const renderer = await openSvgRenderer();
for (const folder of ['images/', 'avatars/']) {
  for (const name of (await readdir(new URL(folder, demo))).filter((file) => file.endsWith('.svg'))) {
    const source = new URL(folder + name, demo);
    await renderer.show(source);
    await sharp(await renderer.page.locator('svg').screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(fileURLToPath(source).replace(/\.svg$/, '.png'));
  }
}
await renderer.close();
