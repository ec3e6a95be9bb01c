import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkdown, splitSections } from '../src/modules/content/markdown/markdown-sections.js';

/*
 * Search results link to headings of a page, so server and frontend must create the same anchors, and the server counts
 * the links that readers see. Both implementations run here, on tables of cases, the demo documents and random texts.
 */

interface Node {
  tagName?: string;
  properties?: { id?: string; href?: string; dataFootnoteRef?: unknown; dataFootnoteBackref?: unknown };
  children?: Node[];
}

const cases = JSON.parse(readFileSync(new URL('support/heading-anchors.json', import.meta.url), 'utf8')) as {
  what: string;
  markdown: string;
  anchors: string[];
}[];

let onThePage: (text: string) => string[];
let linksOnThePage: (text: string) => string[];
beforeAll(async () => {
  const { parseMarkdown: parse } = (await import(
    join(import.meta.dirname, '../../frontend/src/features/markdown/parse-markdown.ts')
  )) as { parseMarkdown: (text: string) => Node };
  linksOnThePage = (text) => linksIn(parse(text));
  onThePage = (text) => headingsIn(parse(text)).map((node) => node.properties?.id ?? '');
});

/** Without the generated heading of the footnotes. */
const headingsIn = (node: Node): Node[] =>
  /^h[1-6]$/.test(node.tagName ?? '')
    ? [node]
    : (node.children ?? [])
        .filter((child) => !(child.properties && 'dataFootnotes' in child.properties))
        .flatMap(headingsIn);

const onTheServer = (text: string) =>
  splitSections(text)
    .filter(({ heading }) => heading !== null)
    .map(({ anchor }) => anchor);

describe('the table', () => {
  test.each(cases)('$what', ({ markdown: text, anchors }) => {
    expect({ page: onThePage(text), server: onTheServer(text) }).toEqual({ page: anchors, server: anchors });
  });
});

test('the demo', () => {
  const folder = join(import.meta.dirname, '../src/demo/content');
  let seen = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(folder, file), 'utf8').replace(/^---\n.*?\n---\n/s, '');
    expect({ file, anchors: onTheServer(text) }).toEqual({ file, anchors: onThePage(text) });
    seen += onTheServer(text).length;
  }
  expect(seen).toBeGreaterThan(30);
});

const word = fc.constantFrom(
  'Setup',
  'über',
  'R&D',
  '*bold*',
  '**strong**',
  '`co de`',
  '[link](/x)',
  '![alt](/y)',
  'a_b',
  '~~gone~~',
  '&amp;',
  '\\*',
  '1.0',
  '<b>x</b>',
  '🚀',
  '-',
  '日本',
  "don't",
  'x:y',
  '(z)',
);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(word, { maxLength: 4 }))
  .map(([level, words]) => `${'#'.repeat(level)} ${words.join(' ')}`);
const block = fc.oneof(
  heading,
  heading,
  fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
  fc.constantFrom(
    '- item\n- other',
    '> quoted\n> # inside',
    '```\n# code\n```',
    'Title\n===',
    'Lower\n---',
    '| a |\n|---|\n| b |',
    '1. # one\n2. two',
    '***',
    '    # indented',
    ':::info Title',
    '::::tip\n# in a container',
    ':::',
    '::::',
    ':::box',
    ':::warning\n- # in a list\n:::',
    '> [!NOTE] Title\n> # in an alert',
    '> ###### [!TIP] no heading',
    '> [!NOPE]\n> text',
    '<details>',
    '<details open><summary>Title</summary>',
    '<details>\n<summary>\n# Title\n</summary>\n- # in details',
    '<details class="x">',
    '<details><summary>Title</summary># text</details>',
    '# text</details>',
    '</details>',
  ),
);

test('any text', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join('\n\n')),
      (text) => expect(onTheServer(text)).toEqual(onThePage(text)),
    ),
    { numRuns: 300 },
  );
});

/** Web addresses; those of e-mail and footnotes are none. */
const linksIn = ({ tagName, properties, children = [] }: Node): string[] => [
  ...(tagName === 'a' && properties?.href?.startsWith('http') ? [properties.href] : []),
  ...children.flatMap(linksIn),
];
const linksOnTheServer = (text: string) =>
  parseMarkdown(text)
    .links.filter((address) => /^http/i.test(address))
    .map((address) => address.replace(/^https?/i, (scheme) => scheme.toLowerCase()));

describe('links', () => {
  test.each([
    'https://a.example, http://b.example/x_y_z. (https://c.example/(d)) www.e.example!',
    '[one](https://a.example "t") [two][ref] [ref] ![no](https://b.example)\n\n[ref]: Https://c.example',
    '<https://a.example> <HTTP://b.example> HTTPS://c.example',
    '[a](www.a.example) [b](WWW.b.example:8443/x) [c](/www.c.example) [d](page.example)',
    '**https://a.example** _https://b.example_ *www.c.example* ~~www.d.example~~ ~www.e.example',
    '[https://a.example](https://b.example) [see www.c.example] [see https://d.example/x]',
    'https://a.example/_b_c and https://a.example/*b*c',
    'ahttps://a.example xwww.b.example 1https://c.example ftp://d.example',
    'https://a_b.example https://a.b_c https://a.b_c.d.e http:// https:///x www..',
    'https://a.example/&amp; https://b.example/x&copy; https://c.example?d=e&f=g;',
    'https://a.example/"b" https://c.example\' https://d.example,https://e.example',
    '`https://a.example` <b>https://b.example</b> <a href="https://c.example">x</a>\n\n    https://d.example',
    '- https://a.example\n  - www.b.example\n\n> https://c.example\n\n| https://d.example |\n|---|\n| www.e.example |',
    'a@b.example <c@d.example> http://e@f.example/g',
    'https://a.example<b https://c.example`d` https://e.example\\f',
    'note[^1]\n\n[^1]: https://a.example',
  ])('%j', (text) => {
    expect(linksOnTheServer(text)).toEqual(linksOnThePage(text));
  });
});
