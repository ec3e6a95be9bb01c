import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { HeadingAnchors } from '../../src/markdown/heading-anchors.js';
import { collectHeadings } from '../../src/markdown/hast.js';
import { parseMarkdown } from '../../src/markdown/parse-markdown.js';

const createAnchors = (headings: string[]) => {
  const anchors = new HeadingAnchors();
  return headings.map((heading) => anchors.next(heading));
};

test.each([
  ['as GitHub has them', ['Über uns!', "Don't", 'R&D 1.0', 'a_b'], ['über-uns', 'dont', 'rd-10', 'a_b']],
  ['unique', ['A b', 'a B', 'A-b', 'a b 1'], ['a-b', 'a-b-1', 'a-b-2', 'a-b-1-1']],
  ['without letters and digits', ['', '!', 'ok'], ['', '', 'ok']],
  [
    'other than the ids of the page',
    ['root', 'Preload', 'footnote-label'],
    ['root-1', 'preload-1', 'footnote-label-1'],
  ],
  ['other than generated ids', ['Mantine-1', '_r'], ['section-mantine-1', 'section-_r']],
])('anchors are %s', (_what, headings, anchors) => {
  expect(createAnchors(headings)).toEqual(anchors);
});

const texts = JSON.parse(readFileSync(new URL('heading-anchors.json', import.meta.url), 'utf8')) as {
  what: string;
  markdown: string;
  anchors: string[];
}[];

test.each(texts)('of a text: $what', ({ markdown, anchors }) => {
  const headings = collectHeadings(parseMarkdown(markdown)).map(({ properties }) => properties?.['id'] ?? '');
  expect(headings.filter((id) => id !== 'footnote-label')).toEqual(anchors);
});
