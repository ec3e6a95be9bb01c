import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { measureLeast, measureProcessorTime } from '../../../../../test/support/event-loop.js';
import { hostileMarkdown } from '../../../../../test/support/hostile-texts.js';
import { TooManyTokens } from '@hub/shared/markdown/parser';
import { type OutlineTask, buildOutline as outlineOrNothing, type TextOutline } from './text-outline.js';
import { replaceLinks } from './text-links.js';

const buildOutline = (text: string, converts = true): TextOutline => outlineOrNothing({ text, converts })!;
const targets = (text: string): string[] => buildOutline(text).links.map(({ target }) => target);
/** The text with every link replaced. */
const replaced = (text: string, address = '/docs/x'): string =>
  replaceLinks(buildOutline(text), undefined, () => address);

describe('the title', () => {
  test.each<[text: string, title: string | undefined]>([
    ['# One\n\n# Two', 'One'],
    ['# foo_bar.baz settings', 'foo_bar.baz settings'],
    ['# The `__init__` method', 'The __init__ method'],
    ['# $PATH_TO_X', '$PATH_TO_X'],
    ['# 2 * 3 = 6', '2 * 3 = 6'],
    ['# *New* **features**', 'New features'],
    ['# C#', 'C#'],
    ['# One ##', 'One'],
    ['# AT&amp;T', 'AT&T'],
    ['# 1\\. Intro', '1. Intro'],
    ['# \\<script setup\\>', '<script setup>'],
    ['# Vec<T> and <kbd>Ctrl</kbd> <Badge type="tip" />', 'Vec<T> and Ctrl'],
    ['# `Vec<T>`', 'Vec<T>'],
    ['# Install guide {#install}', 'Install guide'],
    ['# Install guide { #install .large }', 'Install guide'],
    ['# Install guide {: .no_toc }', 'Install guide'],
    ['# Install guide {/* #install */}', 'Install guide'],
    ['# The `{#id}` syntax', 'The {#id} syntax'],
    ['# The { brace }', 'The { brace }'],
    ['# See [the guide](guide.md)', 'See the guide'],
    ['# See [[Other note|the note]]', 'See the note'],
    ['# ![Logo](logo.png) Product', 'Product'],
    ['# ![Product](logo.png)', 'Product'],
    ['<!--\n# not shown\n-->\n\n# Shown', 'Shown'],
    ['My title\n========', 'My title'],
    ['Two\nlines\n===', 'Two lines'],
    ['<h1 align="center">\n  <img src="l.png" alt="Logo">\n  The product\n</h1>\n\nText', 'The product'],
    ['text\n\n# Later', 'Later'],
    ['## Headings\n\n<h1>An example</h1>', undefined],
    ['    # code', undefined],
    ['```\n# code\n```', undefined],
    ['> # quoted', undefined],
    ['## Lower', undefined],
    ['Lower\n-----', undefined],
    ['#none', undefined],
    ['', undefined],
  ])('of %j', (text, title) => expect(buildOutline(text).title?.text).toBe(title));

  test.each<[what: string, text: string, content: string]>([
    ['a heading and its text', '# One\n\nText\n\n# Two\n', 'Text\n\n# Two\n'],
    ['blank lines and Windows lines', '\r\n \r\n# One #\r\n\r\nText\r\n', 'Text\r\n'],
    ['an underlined heading', 'One\n===\n\nText', 'Text'],
    ['a comment before the heading', '<!-- a -->\n\n# One\n\nText', '<!-- a -->\n\nText'],
    ['words before the heading', 'Before\n\n# One\n\nText', 'Before\n\n# One\n\nText'],
    ['nothing but a heading', '# One\n\n', '# One\n\n'],
    ['a link in the heading', '# [One](a.md)\n\nText', '# [One](a.md)\n\nText'],
    ['an image in the heading', '# ![logo](a.png) One\n\nText', '# ![logo](a.png) One\n\nText'],
    ['a heading that is too long', `# ${'a'.repeat(201)}\n\nText`, `# ${'a'.repeat(201)}\n\nText`],
  ])('%s: the text loses no more than its title', (_what, text, expected) => {
    const { content, title } = buildOutline(text);
    expect(content.slice(0, title!.start) + content.slice(title!.end)).toBe(expected);
  });
});

describe('links', () => {
  test.each<[what: string, text: string, found: string[]]>([
    ['links and images', 'a [b](c.md) ![d](e.png "title") f', ['c.md', 'e.png']],
    ['parentheses', '[a](b_(c).md)', ['b_(c).md']],
    ['angle brackets', '![a](<my picture.png>)', ['my picture.png']],
    ['definitions', '[a]: b.md\n[c]: <d e.md> "title"', ['b.md', 'd e.md']],
    ['escapes and entities', String.raw`[a](b\_c.md) [d](e&amp;f.md)`, ['b_c.md', 'e&f.md']],
    ['an image that is a link', '[![a](b.png)](c.md)', ['b.png', 'c.md']],
    ['the next line', '[a](\nb.md)', ['b.md']],
    [
      'lists, tables and quotations',
      '- [a](1.md)\n> [b](2.md)\n\n| [c](3.md) |\n|---|\n| [d\\|e](4.md) [f](5.md) |',
      ['1.md', '2.md', '3.md', '4.md', '5.md'],
    ],
    ['footnotes', 'a[^1]\n\n[^1]: see [b](c.md)', ['c.md']],
    ['links of Hugo', '[a]({{< ref "b.md" >}}) [c]({{% relref "d" %}}#e)', ['b.md', 'd#e']],
    [
      'links of Jekyll',
      "[a]({{ site.baseurl }}{% link _docs/b.md %}) [c]({{ '/d/' | relative_url }})",
      ['_docs/b.md', '/d/'],
    ],
    ['notes', '[[Note]] [[Note#Part|text]] ![[image.png|300]]', ['Note', 'Note#Part', 'image.png']],
    ['code', '`[b](c.md)` ``[[d]] ` `` [e](f.md)', ['f.md']],
    ['blocks of code', '```md\n[a](b.md)\n```\n\n    [x](c.md)\n\n[c](d.md)', ['d.md']],
    ['blocks of code in lists', '- a\n  ```\n  [a](b.md)\n  ```\n- [c](d.md)', ['d.md']],
    ['comments', 'x <!-- [a](b.md) --> [c](d.md)\n\n<!--\n[e](f.md)\n-->', ['d.md']],
    ['escaped brackets and no links', '\\[w](b.md) and ![p](b c.md) [x\\](y.md)', []],
    ['a citation', '[[1]](https://example.org) [[2]]\n\n[2]: b.md', ['https://example.org', 'b.md']],
  ])('in %s', (_what, text, found) => expect(targets(text)).toEqual(found));

  test.each<[text: string, expected: string]>([
    ['[a](b.md "t")\r\n![c]( <d e.png> )\r\n', '[a](/docs/x "t")\r\n![c]( /docs/x )\r\n'],
    ['> - [a](b.md)\n>   [c](\n>   d.md)', '> - [a](/docs/x)\n>   [c](\n>   /docs/x)'],
    ['a\r\n\r\n[r]: b.md\r\n', 'a\r\n\r\n[r]: /docs/x\r\n'],
    [
      '| a | b |\n|---|---|\n| [[c\\|d\\*]] | `x` [e](f.md) |',
      '| a | b |\n|---|---|\n| [d\\*](/docs/x) | `x` [e](/docs/x) |',
    ],
    [
      '[[Note]] [[Note#Part]] [[#Part]] ![[Note]]',
      '[Note](/docs/x) [Note > Part](/docs/x) [Part](/docs/x) [Note](/docs/x)',
    ],
    ['[a]({{< ref "b.md" >}})', '[a](/docs/x)'],
    ['1. a\n\t![b](c.png)\n\t[[d]]', '1. a\n\t![b](/docs/x)\n\t[d](/docs/x)'],
  ])('%j', (text, expected) => expect(replaced(text)).toBe(expected));

  test('images of notes', () => {
    expect(replaced('![[a.png|300]] ![[b.png]] ![[c.png|see]]', '/api/files/1')).toBe(
      '![](/api/files/1) ![b.png](/api/files/1) ![see](/api/files/1)',
    );
  });
});

test('a text of this hub keeps its HTML, its ids and its brackets', () => {
  const text = '# A {#b}\n\n<p>c</p>\n\n[[d]] [e](f.md)';
  const { content, links, lost } = buildOutline(text, false);
  expect([content, links.map(({ target }) => target), lost]).toEqual([text, ['f.md'], []]);
});

test.each<[what: string, text: string, expected: string]>([
  [
    'images and links',
    '<p align="center"><a href="a.md"><img src="b c.png" alt="B"></a></p>',
    '[![B](<b c.png>)](a.md)',
  ],
  [
    'within a line',
    'a <img src="b.png" alt="c"> <a href="d.md">*e*</a> <kbd>f</kbd>',
    'a ![c](b.png) [*e*](d.md) <kbd>f</kbd>',
  ],
  [
    'a table',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>c|d</td><td><br></td></tr></table>\n\ne',
    '| a    | b |\n| ---- | - |\n| c\\|d |   |\n\ne',
  ],
  ['in a list', '- a\n\n  <h2>b</h2>\n  <p>c</p>', '- a\n\n  ## b\n\n  c'],
  ['between lines of text', 'a\n<div>b</div>\n\nc', 'a\n\nb\n\nc'],
  ['around Markdown', '<details>\n<summary>a</summary>\n\n*b*\n\n</details>', 'a\n\n*b*\n\n</details>'],
  ['comments and breaks', '<!-- a -->\n\n<br>\n\nb<br>c', '<!-- a -->\n\n<br>\n\nb<br>c'],
  ['in code', '`<img src="a.png">`\n\n    <p>b</p>', '`<img src="a.png">`\n\n    <p>b</p>'],
  [
    'modules of MDX',
    "import A from '@b/c';\n\nimport this from that\n\n`import A from 'b'`",
    "\nimport this from that\n\n`import A from 'b'`",
  ],
  ['ids of headings', '## A {#b}\n\n### C { .d }', '## A\n\n### C'],
])('HTML becomes Markdown: %s', (_what, text, expected) =>
  expect(buildOutline(text).content.replace(/[ ]+$/gm, '')).toBe(expected),
);

test('what pages do not show is named', () => {
  const { lost } = buildOutline(
    '<iframe src="a"></iframe>\n\n<Tabs>\n\nb\n\n</Tabs>\n\n<table><tr><td colspan="2">c</td></tr></table>',
  );
  expect(lost).toEqual(['<iframe>', '<Tabs>', 'merged cells of a table']);
});

test('anchors of other products lead to those of the hub', () => {
  const { anchors } = buildOutline('# Title\n\n## Set up {#setup}\n\n## Set up\n\n## A & B');
  expect([...anchors]).toEqual([
    ['setup', 'set-up'],
    ['setup1', 'set-up-1'],
    ['ab', 'a--b'],
  ]);
});

test('a text without replacements stays the same, and a destination is where its source says', () => {
  const piece = fc.constantFrom(
    '[a]',
    '(',
    ')',
    '![',
    '](',
    '[[',
    ']]',
    '`',
    '```\n',
    '\n',
    '\r\n',
    '\n\n',
    '\\',
    '<',
    '>',
    ' ',
    'x',
    '[r]: ',
    '~~~',
    '- ',
    '> ',
    '|',
    '|-|\n',
    '# ',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const outline = buildOutline(text, false);
      expect(replaceLinks(outline, undefined, () => undefined)).toBe(text);
      for (const { start, end, target } of outline.links)
        expect(
          text
            .slice(start, end)
            .replace(/^<(.*)>$/s, '$1')
            .replace(/\\/g, ''),
        ).toBe(target.replace(/\\/g, ''));
    }),
    { numRuns: 300, examples: [[['[r]: ', '\\', '\r\n']]] },
  );
});

test.each(Object.entries(hostileMarkdown(490_000)))('half a megabyte of %s ends', (_name, text) => {
  const task: OutlineTask = { text, converts: true };
  const before = process.threadCpuUsage();
  try {
    outlineOrNothing(task);
  } catch (error) {
    expect(error).toBeInstanceOf(TooManyTokens);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(4000);
});

test.each<[what: string, text: string, count: number]>([
  ['a paragraph with a link in each line', '[a](b)\n'.repeat(20_000), 20_000],
  [
    'a text with a definition in each line',
    `x\n\n${Array.from({ length: 15_000 }, (_, i) => `[${i}]: b\n`).join('')}`,
    15_000,
  ],
])('%s takes little time', async (_what, text, count) => {
  const time = await measureLeast(1000, () =>
    measureProcessorTime(() => expect(buildOutline(text).links).toHaveLength(count)),
  );
  expect(time).toBeLessThan(1000);
});
