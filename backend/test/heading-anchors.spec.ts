import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HeadingAnchors } from '../src/modules/content/markdown/heading-anchors.js';
import { sectionsOf } from '../src/modules/content/markdown/markdown-sections.js';

/*
 * Search results link to headings of a page, so server and frontend must create the same anchors. Both implementations
 * run here, on one table of cases, the demo documents and random texts.
 */

interface Node {
  tagName?: string;
  properties?: { id?: string };
  children?: Node[];
}

const cases = JSON.parse(readFileSync(new URL('support/heading-anchors.json', import.meta.url), 'utf8')) as {
  what: string;
  markdown: string;
  anchors: string[];
}[];

let onThePage: (text: string) => string[];
beforeAll(async () => {
  const { parseMarkdown } = (await import(
    join(import.meta.dirname, '../../frontend/src/features/markdown/parse-markdown.ts')
  )) as { parseMarkdown: (text: string) => Node };
  onThePage = (text) => headingsIn(parseMarkdown(text)).map((node) => node.properties?.id ?? '');
});

/** Without the generated heading of the footnotes. */
const headingsIn = (node: Node): Node[] =>
  /^h[1-6]$/.test(node.tagName ?? '')
    ? [node]
    : (node.children ?? [])
        .filter((child) => !(child.properties && 'dataFootnotes' in child.properties))
        .flatMap(headingsIn);

const onTheServer = (text: string) =>
  sectionsOf(text)
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

const anchors = (titles: string[]) => {
  const given = new HeadingAnchors();
  return titles.map((title) => given.next(title));
};

test('any heading', () => {
  expect(anchors(['A b', 'a B', 'A-b'])).toEqual(['a-b', 'a-b-1', 'a-b-2']);
  expect(anchors(['', '!', 'ok', 'root'])).toEqual(['', '', 'ok', 'root-1']);
});
