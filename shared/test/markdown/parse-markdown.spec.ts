import { describe, expect, test } from '@jest/globals';
import { getText, type HastNode } from '../../src/markdown/hast.js';
import { parseMarkdown } from '../../src/markdown/parse-markdown.js';

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

test('the letter case of a scheme does not matter', () => {
  const text =
    '[one](Https://example.org/x) <HTTPS://example.org/y> Http://example.org/z [two][ref]\n\n[ref]: HTTP://a.b';
  expect(elements(parseMarkdown(text), /^a$/).map(({ properties }) => properties?.['href'])).toEqual([
    'https://example.org/x',
    'https://example.org/y',
    'http://example.org/z',
    'http://a.b',
  ]);
  const unsafe = '[a](JAVASCRIPT:alert(1)) [b](<java&#10;script:x>) ![c](Data:text/html,x) <VBScript:x>';
  expect(elements(parseMarkdown(unsafe), /^(a|img)$/).map(({ properties }) => properties?.['href'])).not.toContainEqual(
    expect.stringMatching(/^\s*(j|data|vb)/i),
  );
});

test("GitHub's extensions are supported: tables, task lists, strikethrough, autolinks", () => {
  const tree = parseMarkdown('| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~ www.example.org');
  expect(elements(tree, /^(td|input|del|a)$/).map(({ tagName }) => tagName)).toEqual(['td', 'td', 'input', 'del', 'a']);
});

const callouts = (text: string) =>
  elements(parseMarkdown(text), /^blockquote$/).map((node) => {
    const [title] = elements(node, /^p$/).filter(({ properties }) => properties?.['dataCalloutTitle'] !== undefined);
    const body = getText(node).trim().replace(/\n+/g, '|');
    return [node.properties?.['dataCallout'], title && getText(title), body];
  });

describe('callouts', () => {
  test.each([
    ["GitHub's alerts", '> [!NOTE]\n> Some *words*\n> in lines', ['note', undefined, 'Some words|in lines']],
    ['a marker alone', '> [!caution]', ['caution', undefined, '']],
    ['an alert of several blocks', '> [!TIP]\n>\n> - one\n> - two', ['tip', undefined, 'one|two']],
    ['an alert with a title', '> [!WARNING]- Very **hot**\n> Words', ['warning', 'Very hot', 'Very hot|Words']],
    ['a container', ':::info\nWords\n\nMore\n:::', ['info', undefined, 'Words|More']],
    [
      'a container with a title',
      '::: danger  Do not *touch*\nWords\n:::',
      ['danger', 'Do not touch', 'Do not touch|Words'],
    ],
    ['a title in brackets', ':::tip[Try it]\nWords\n:::', ['tip', 'Try it', 'Try it|Words']],
    ['a container around a list', ':::success\n- one\n- two\n:::', ['success', undefined, 'one|two']],
    ['a container with code', ':::note\n```\n:::\n```\n:::', ['note', undefined, ':::']],
  ])('%s', (_what, text, expected) => {
    expect(callouts(text)).toEqual([expected]);
  });

  test('a container ends where it is closed', () => {
    const tree = parseMarkdown(':::info\n- item\n:::\nAfter it');
    const after = (tree.children ?? []).filter(({ tagName }) => tagName === 'p');
    expect(after.map(getText)).toEqual(['After it']);
  });

  test('in each other', () => {
    expect(callouts('::::info Outer\n:::tip\nInner\n:::\n::::')).toEqual([
      ['info', 'Outer', 'Outer|Inner'],
      ['tip', undefined, 'Inner'],
    ]);
  });

  test.each(['> [!NOPE]\n> words', '> \\[!NOTE]\n> words', '> words [!NOTE]', '> **[!NOTE]**'])(
    '%j is a quote',
    (text) => {
      expect(callouts(text)).toEqual([[undefined, undefined, expect.any(String)]]);
    },
  );

  test('without an end, a container is text', () => {
    expect(callouts(':::info\nwords')).toEqual([]);
    expect(getText(parseMarkdown(':::info\nwords'))).toBe(':::info\nwords');
  });
});

const readDetails = (text: string) =>
  elements(parseMarkdown(text, 'text'), /^details$/).map((node) => {
    const [summary] = elements(node, /^summary$/);
    return [node.properties?.['open'] ?? false, summary && getText(summary), getText(node).trim().replace(/\n+/g, '|')];
  });

describe('details', () => {
  test.each([
    [
      'with Markdown inside',
      '<details>\n<summary>More *of* it</summary>\n\n- one\n</details>',
      [false, 'More of it', 'More of it|one'],
    ],
    ['open', '<details open><summary>T</summary>\n\na\n\n</details>', [true, 'T', 'T|a']],
    ['without a summary', '<details>\na\n</details>', [false, '', 'a']],
    [
      'in one line',
      '<details><summary>The *title*</summary>some **words**</details>\nafter',
      [false, 'The title', 'The title|some words'],
    ],
    ['in one line without a summary', '<details>a</details>', [false, '', 'a']],
    ['with attributes', '<details open onclick="a()">\nb</details>', [true, '', 'b']],
    ['in a list', '- a\n  <details>\n  b\n  </details>', [false, '', 'b']],
    [
      'with HTML inside, which is text',
      '<details>\n<img src=x onerror=a>\n</details>',
      [false, '', '<img src=x onerror=a>'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(readDetails(text)).toEqual([expected]);
  });

  test.each(['<details>\na', 'a <details>b</details>', '> [!details] a'])('%j has none', (text) => {
    expect(readDetails(text)).toEqual([]);
  });

  test('have no attributes of the author', () => {
    const [details] = elements(
      parseMarkdown('<details id="a" onclick="b()"><summary id="c">d</summary>e</details>'),
      /s/,
    );
    expect(details?.properties).toEqual({ open: false, dir: 'auto' });
    expect(details && elements(details, /^summary$/)[0]?.properties).toEqual({});
  });

  test('end where they are closed', () => {
    const tree = parseMarkdown('<details>\n\n- a\n</details>\n## After');
    expect((tree.children ?? []).filter(({ tagName }) => tagName).map(({ tagName }) => tagName)).toEqual([
      'details',
      'h2',
    ]);
  });
});

describe('raw HTML', () => {
  const source = 'a <b onclick="x">c</b>\n\n<div class="x">\n<script>alert(1)</script>\n</div>\n\n<!-- no -->';

  test('is text in comments', () => {
    const tree = parseMarkdown(source, 'text');
    expect(elements(tree, /^(script|div|b)$/)).toEqual([]);
    expect(getText(tree).replace(/\n+/g, '|')).toBe(
      'a <b onclick="x">c</b>|<div class="x"><script>alert(1)</script></div>|<!-- no -->',
    );
    expect(elements(tree, /^br$/)).toHaveLength(2);
  });

  test('is marked in the preview, where comments are hidden', () => {
    const tree = parseMarkdown(source, 'mark');
    const marked = elements(tree, /^(code|p)$/).filter(({ properties }) => properties?.['dataRawHtml'] !== undefined);
    expect(marked.map(getText)).toEqual(['<b onclick="x">', '</b>', '<div class="x"><script>alert(1)</script></div>']);
    expect(getText(tree)).not.toContain('<!--');
  });

  test.each(['omit', 'text', 'mark'] as const)('line breaks are line breaks (%s)', (rawHtml) => {
    const tree = parseMarkdown('| a |\n|---|\n| one<br>two<br/>three<BR /> |', rawHtml);
    expect(elements(tree, /^br$/)).toHaveLength(3);
    expect(getText(tree)).not.toContain('<');
  });
});

test('the first letters of each outermost block decide on its direction, except of code', () => {
  const { children = [] } = parseMarkdown('# اسم\n\nText\n\n- عنصر\n  - two\n\n> quote\n\n```\ncode\n```');
  const blocks = children.filter(({ type }) => type === 'element');
  expect(blocks.map(({ tagName, properties }) => [tagName, properties?.['dir']])).toEqual([
    ['h2', 'auto'],
    ['p', 'auto'],
    ['ul', 'auto'],
    ['blockquote', 'auto'],
    ['pre', undefined],
  ]);
  expect(JSON.stringify(blocks.map(({ children: inner }) => inner))).not.toContain('"dir"');
});
