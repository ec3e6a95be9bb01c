import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Page } from '@playwright/test';
import { build, loadConfigFromFile, type Plugin } from 'vite';
import { compileMessages } from '../../../tools/lib/compile-messages.mjs';

/* A language for tests: texts of the catalogue are in brackets, with accents, and about 40 % longer. */

const frontend = path.resolve(import.meta.dirname, '../..');
const VOWELS: Record<string, string> = { a: 'áä', e: 'éë', i: 'íï', o: 'óö', u: 'úü', A: 'Áä', E: 'Éë', I: 'Íï' };
const MODULE = /\/src\/messages\/([\w-]+)\.ts$/;

const lengthen = (text: string): string => text.replace(/[aeiouAEI]/g, (vowel) => VOWELS[vowel] ?? vowel);

function lengthenAll(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: lengthen(element.value) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: lengthenAll(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) as typeof element.options };
  });
}

const toPseudo = (message: string): string =>
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the printer declares the same enum again
  `⟦${printAST(lengthenAll(parse(message, { ignoreTag: true })))}⟧`;

function compileArea(area: string): string {
  const texts = JSON.parse(readFileSync(path.join(frontend, 'i18n/en', `${area}.json`), 'utf8')) as object;
  return compileMessages(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudo(String(text))])));
}

/** Builds the frontend for browsers in the pseudo-language. @returns the folder of the build */
export async function buildPseudoLanguage(): Promise<string> {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    path.join(frontend, 'vite.config.ts'),
  );
  const pseudo: Plugin = {
    name: 'hub:pseudo-language',
    enforce: 'pre',
    load: (id) => {
      const area = MODULE.exec(id.replaceAll('\\', '/'))?.[1];
      return area === undefined ? undefined : compileArea(area);
    },
  };
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'hub-pseudo-'));
  const plugins = (loaded?.config.plugins ?? []).flat().filter((plugin) => !nameOf(plugin).includes('compression'));
  await build({
    ...loaded?.config,
    configFile: false,
    root: frontend,
    logLevel: 'error',
    plugins: [pseudo, ...plugins],
    build: { ...loaded?.config.build, outDir, emptyOutDir: false, sourcemap: false, minify: false },
  });
  return outDir;
}

const nameOf = (plugin: unknown): string => (plugin as { name?: string } | null)?.name ?? '';

const META = /<meta name="(csp-nonce|hub-[\w-]+)" content="[^"]*" ?\/?>/g;

/** Shows the pages of the hub in the pseudo-language: the HTML has the values of the server's, without its content. */
export async function showPseudoLanguage(page: Page, folder: string): Promise<void> {
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  await page.route(
    (url) => url.pathname.startsWith('/assets/'),
    (route) => route.fulfill({ path: path.join(folder, new URL(route.request().url()).pathname) }),
  );
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') {
      await route.fallback();
      return;
    }
    const response = await route.fetch();
    const metas = new Map([...(await response.text()).matchAll(META)].map(([meta, name]) => [name, meta]));
    const body = index.replace(META, (given, name: string) => metas.get(name) ?? given);
    await route.fulfill({ response, body });
  });
}

/** Visible texts and labels with words that are in no text of the catalogue. */
export const listForeignTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const isForeign = (text: string): boolean => {
      let rest = text;
      for (let before = ''; before !== rest;) {
        before = rest;
        rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
      }
      // A text around an element is in several nodes.
      rest = rest.replace(/^[^⟦⟧]*⟧|⟦[^⟦⟧]*$/g, '');
      return /\p{L}{2}/u.test(rest);
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, nodeValue: text } = node;
      const isShown = parent?.checkVisibility() && !parent.closest('script, style, noscript');
      if (isShown && text && isForeign(text)) found.add(text.trim());
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name);
        if (text && isForeign(text)) found.add(`${name}: ${text}`);
      }
    return [...found];
  });
