import { describe, expect, test } from '@jest/globals';
import { getText, type HastNode } from './hast';
import { parseMarkdown } from './parse-markdown';

function elements(node: HastNode, tagName: RegExp, matches: HastNode[] = []): HastNode[] {
  if (node.tagName && tagName.test(node.tagName)) matches.push(node);
  for (const child of node.children ?? []) elements(child, tagName, matches);
  return matches;
}

const headings = (text: string) =>
  elements(parseMarkdown(text), /^h[1-6]$/).map((node) => [node.tagName, node.properties?.['id'], getText(node)]);
const ids = (text: string) => headings(text).map(([, id]) => id);

describe('headings', () => {
  test("have GitHub's anchors", () => {
    expect(ids('# Über uns!\n## snake_case & more\n## `code` *and* **bold**\n## 日本語\n## !!!')).toEqual([
      'über-uns',
      'snake_case--more',
      'code-and-bold',
      '日本語',
      undefined,
    ]);
  });

  test('have unique ids', () => {
    expect(ids('# a\n# a\n# a 1\n# a\n# a-1')).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'a-1-2']);
  });

  test.each(['Root', 'hub main', 'Preload', 'Footnote label'])("do not use the page's own ids: %s", (title) => {
    expect(ids(`# ${title.replace('hub main', 'hub-main')}`)).toEqual([
      `${title.toLowerCase().replaceAll(' ', '-')}-1`,
    ]);
  });

  test.each([
    ['\\_r\\_1\\_', 'section-_r_1_'],
    ['Mantine abc', 'section-mantine-abc'],
    ['user-content-fn-1', 'section-user-content-fn-1'],
  ])('nor one that others make up: %s', (title, id) => {
    expect(ids(`# ${title}`)).toEqual([id]);
  });

  test('start at h2 and skip no level', () => {
    expect(headings('# One\n#### Deep\n## Two').map(([tag]) => tag)).toEqual(['h2', 'h3', 'h3']);
    expect(headings('### Only\n###### Deep').map(([tag]) => tag)).toEqual(['h2', 'h3']);
  });
});

test('footnote references are described by the footnotes heading', () => {
  const tree = parseMarkdown('# Footnotes\n\nA claim.[^a]\n\n## Footnote label\n\n[^a]: The source.');
  const mark = elements(tree, /^a$/).find(({ properties }) => properties?.['dataFootnoteRef'] !== undefined);
  expect(mark?.properties).toMatchObject({
    ariaDescribedBy: ['footnote-label'],
    href: '#user-content-fn-a',
    id: 'user-content-fnref-a',
  });
  expect(headings('# Footnotes\n\nA claim.[^a]\n\n## Footnote label\n\n[^a]: The source.')).toEqual([
    ['h2', 'footnotes', 'Footnotes'],
    ['h3', 'footnote-label-1', 'Footnote label'],
    ['h2', 'footnote-label', 'Footnotes'],
  ]);
});

test('raw HTML is dropped', () => {
  const tree = parseMarkdown(
    '<script>alert(1)</script>\n\na <b onclick="x">b</b> <img src=x onerror=alert(1)>\n\n<div id="root">c</div>',
  );
  expect(elements(tree, /^(script|img|div|b)$/)).toEqual([]);
  expect(getText(tree)).not.toContain('alert');
});

test('links and images lose unsafe addresses', () => {
  const [link] = elements(parseMarkdown('[a](javascript:alert(1))'), /^a$/);
  const [picture] = elements(parseMarkdown('![a](data:text/html,x)'), /^img$/);
  expect([link?.properties?.['href'] ?? '', picture?.properties?.['src'] ?? '']).toEqual(['', '']);
});

test("GitHub's extensions are supported: tables, task lists, strikethrough, autolinks", () => {
  const tree = parseMarkdown('| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~ www.example.org');
  expect(elements(tree, /^(td|input|del|a)$/).map(({ tagName }) => tagName)).toEqual(['td', 'td', 'input', 'del', 'a']);
});
