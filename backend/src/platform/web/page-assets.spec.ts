import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PageAssets } from './page-assets.js';

let folder: string;
let assets: PageAssets;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-assets-'));
  for (const name of ['en/.vite', 'assets']) mkdirSync(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };
  const screen = 'tsr-split=component---loader';
  write(
    'en/.vite/manifest.json',
    JSON.stringify({
      'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_shared.js'] },
      '_shared.js': { file: 'assets/shared.js' },
      '_cards.js': { file: 'assets/cards.js', css: ['assets/cards.css'], imports: ['index.html', '_icons.js'] },
      '_icons.js': { file: 'assets/icons.js', imports: ['_cards.js'] },
      [`src/routes/docs/index.tsx?${screen}`]: { file: 'assets/docs.js', imports: ['_cards.js', 'index.html'] },
      [`src/routes/docs/$id/index.tsx?${screen}`]: { file: 'assets/document.js', imports: ['index.html'] },
      'src/routes/index.tsx?tsr-split=component': { file: 'assets/home.js' },
      'src/lazy.tsx': { file: 'assets/lazy.js', css: ['assets/lazy.css'] },
    }),
  );
  write('en/index.html', '<script src="/assets/index.js"></script><link href="/assets/shared.js /assets/index.css">');
  write('assets/index.css', '._page_1{}');
  write('assets/cards.css', '._card_a1{color:red}._card_a1:hover ._title_a1{}');
  write('assets/lazy.css', '@media print{._lazy_b2{margin:.5rem}}');
  assets = new PageAssets(folder, 'en');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a page has the scripts of its routes, without those of every page', () => {
  expect(assets.find('', ['__root__', '/docs/']).scripts).toEqual([
    '/assets/docs.js',
    '/assets/cards.js',
    '/assets/icons.js',
  ]);
  expect(assets.find('', ['__root__', '/docs/$id/']).scripts).toEqual(['/assets/document.js']);
  expect(assets.find('', ['__root__', '/']).scripts).toEqual(['/assets/home.js']);
  expect(assets.find('', ['__root__']).scripts).toEqual([]);
});

test('a page has the style sheets of its classes, also those of lazy parts', () => {
  const html = '<main class="_page_1"><p class="x _lazy_b2"></p><h2 class="_title_a1"></h2></main>';
  expect(assets.find(html, []).styles).toEqual(['/assets/cards.css', '/assets/lazy.css']);
  expect(assets.find('<p class="_page_1 5rem"></p>', []).styles).toEqual([]);
});
