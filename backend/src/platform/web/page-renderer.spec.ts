import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Language } from '@hub/shared/languages';
import { waitFor } from '../../../test/support/wait-for.js';
import { createLogger } from '../logging/logger.js';
import { PageRenderer } from './page-renderer.js';

/* Where the server cannot render a page, the browser does. Who gets which page is tested over HTTP. */

/** Of a page. Of the thread only the German bundle takes longer. */
const TIMEOUT_MS = 1000;
const bundles: Record<Language, string> = {
  en: `export const loadApp = async () => {};
    export default async ({ url, port }) => {
      port.postMessage('started');
      port.close();
      if (url.startsWith('/docs')) throw new Error('broken');
      if (url.startsWith('/videos')) await new Promise(() => {});
      if (url.startsWith('/search')) while (true);
      return url.startsWith('/community') ? undefined : { html: '<p>works</p>', routes: [] };
    };`,
  de: `import { setTimeout } from 'node:timers/promises';
    export const loadApp = () => setTimeout(${TIMEOUT_MS * 1.5});
    export default async () => ({ html: '<p>geht</p>', routes: [] });`,
};

let folder: string;
let renderer: PageRenderer;
let results: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-web-'));
  for (const [language, bundle] of Object.entries(bundles)) {
    mkdirSync(join(folder, language, 'server'), { recursive: true });
    writeFileSync(join(folder, language, 'server/package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, language, 'server/entry-server.js'), bundle);
  }
  const metrics = { recordPage: (result: string) => results.push(result) };
  renderer = new PageRenderer(folder, metrics, createLogger('silent'), TIMEOUT_MS);
});
beforeEach(() => {
  results = [];
});
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

const render = async (url: string, language: Language = 'en') =>
  (await renderer.render({ language, url, metas: {} }, () => Promise.reject(new Error('no page asks for anything'))))
    ?.html;

test.each([
  ['error', '/docs'],
  ['timeout', '/videos'],
  ['timeout', '/search'],
  ['unsuited', '/community'],
])('after %s of %s', async (result, path) => {
  // On a busy machine the thread may not start in time.
  const renderOther = () =>
    waitFor(
      () => render('/'),
      (html) => html === '<p>works</p>',
      20_000,
    );
  await renderOther();
  expect([await render(path), results.at(-1)]).toEqual([undefined, result]);
  // A page that failed is not tried again for a while.
  results = [];
  expect(await render(`${path}?again`)).toBeUndefined();
  expect(results).toEqual(result === 'unsuited' ? ['unsuited'] : []);
  await renderOther();
});

test('while the thread loads, which takes as long as it takes', async () => {
  expect([await render('/docs', 'de'), results]).toEqual([undefined, ['busy']]);
  await waitFor(
    () => render('/docs', 'de'),
    (html) => html === '<p>geht</p>',
    20_000,
  );
});
