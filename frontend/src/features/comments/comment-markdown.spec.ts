import { expect, test } from '@jest/globals';
import { getText, type HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { adjustCommentTree } from './comment-markdown';

const ada = { id: '01900000-0000-7000-8000-0000000000ad', name: 'Ada Lovelace', handle: 'ada-l' };

function comment(markdown: string): HastNode {
  const tree = parseMarkdown(markdown);
  adjustCommentTree(tree, { id: 'c1', mentions: [ada] });
  return tree;
}

function all(node: HastNode, tagName: string): HastNode[] {
  const own = node.tagName === tagName ? [node] : [];
  return [...own, ...(node.children ?? []).flatMap((child) => all(child, tagName))];
}

const links = (markdown: string) => all(comment(markdown), 'a').map((a) => [a.properties?.['href'], getText(a)]);

test('a mention links to the user and keeps its spelling', () => {
  expect(links('Thanks @Ada-L, and **@ada-l**!')).toEqual([
    [`/user/${ada.id}`, '@Ada-L'],
    [`/user/${ada.id}`, '@ada-l'],
  ]);
  expect(getText(comment('Thanks @Ada-L, and **@ada-l**!'))).toBe('Thanks @Ada-L, and @ada-l!');
});

test.each(['@nobody', 'mail@ada-l', '@ada-lovelace', '`@ada-l`', '```\n@ada-l\n```', 'x/@ada-l'])(
  '%s is not a mention',
  (markdown) => {
    expect(links(markdown)).toEqual([]);
    expect(getText(comment(markdown))).toBe(getText(parseMarkdown(markdown)));
  },
);

test('links are unchanged', () => {
  expect(links('[@ada-l](https://example.org)')).toEqual([['https://example.org', '@ada-l']]);
});

test('headings are excluded from the page outline', () => {
  const tree = comment('# One\n\n### Two');
  expect(all(tree, 'h3').map((heading) => [heading.properties?.['id'], getText(heading)])).toEqual([
    [undefined, 'One'],
    [undefined, 'Two'],
  ]);
});

test('footnote ids are unique per comment', () => {
  const tree = comment('Word[^1]\n\n[^1]: Note');
  const [mark, back] = all(tree, 'a');
  const note = all(tree, 'li')[0];
  expect(mark?.properties?.['href']).toBe(`#${String(note?.properties?.['id'])}`);
  expect(back?.properties?.['href']).toBe(`#${String(mark?.properties?.['id'])}`);
  expect(mark?.properties?.['ariaDescribedBy']).toEqual([all(tree, 'h3')[0]?.properties?.['id']]);
  expect(String(note?.properties?.['id'])).toMatch(/^c1-/);
});
