import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { fromHtml } from 'hast-util-from-html';
import { parseMarkdown } from '../../src/markdown/parse-markdown.js';
import { describeNode } from './describe-tree.js';

/*
 * The extensions of GitHub Flavored Markdown 0.29: the examples of its specification, whose other examples repeat those
 * of CommonMark, and cases of our own. What differs from the specification is listed with its reason.
 */

interface Example {
  number: number;
  section: string;
  markdown: string;
  html: string;
}
const { examples } = JSON.parse(readFileSync(new URL('gfm-examples.json', import.meta.url), 'utf8')) as {
  examples: Example[];
};

/** Numbers of examples that pages show differently, by the reason. */
const deviations = {
  'items with a task have a class, as on GitHub': [279, 280],
  'addresses of FTP are no links': [628],
  'raw HTML is left out, so that nothing of it is filtered': [653],
};
const deviating = new Set(Object.values(deviations).flat());

const expectHtml = (markdown: string, html: string) => {
  expect(describeNode(parseMarkdown(markdown))).toBe(describeNode(fromHtml(html, { fragment: true })));
};

test('the examples are those of all five extensions', () => {
  const sections = ['Tables', 'Task list items', 'Strikethrough', 'Autolinks', 'Disallowed Raw HTML'];
  expect([...new Set(examples.map(({ section }) => section))]).toEqual(sections);
  expect(examples).toHaveLength(24);
});

const conforming = examples.filter(({ number }) => !deviating.has(number));
test.each(conforming)('$number $section: $markdown', ({ markdown, html }) => expectHtml(markdown, html.trimEnd()));

/** A deviation that no longer exists must leave the list. */
describe.each(Object.entries(deviations))('%s', (_reason, numbers) => {
  test.each(examples.filter(({ number }) => numbers.includes(number)))('$number', ({ markdown, html }) => {
    expect(() => expectHtml(markdown, html.trimEnd())).toThrow('toBe');
  });
});

describe('tables', () => {
  test.each([
    ['aligned to the left', '| a |\n|:--|', '<table><thead><tr><th align="left">a</th></tr></thead></table>'],
    ['below a paragraph', 'text\n| a |\n|---|', '<p>text</p><table><thead><tr><th>a</th></tr></thead></table>'],
  ])('%s', (_what, markdown, html) => expectHtml(markdown, html));
});

const box = (isChecked: boolean) => `<input type="checkbox" disabled${isChecked ? ' checked' : ''}>`;

describe('tasks', () => {
  test.each([
    [
      'open and done',
      '- [ ] a\n- [x] b\n- [X] c',
      `<ul class="contains-task-list"><li class="task-list-item">${box(false)} a</li>` +
        `<li class="task-list-item">${box(true)} b</li><li class="task-list-item">${box(true)} c</li></ul>`,
    ],
    [
      'in each other and beside other items',
      '1. [x] a\n   - [ ] b\n2. c',
      `<ol class="contains-task-list"><li class="task-list-item">${box(true)} a` +
        `<ul class="contains-task-list"><li class="task-list-item">${box(false)} b</li></ul></li><li>c</li></ol>`,
    ],
    ['not without a text or a space', '- [ ]\n- [x]a', '<ul><li>[ ]</li><li>[x]a</li></ul>'],
    ['not outside of lists', '[x] a', '<p>[x] a</p>'],
  ])('%s', (_what, markdown, html) => expectHtml(markdown, html));
});

describe('strikethrough', () => {
  test.each([
    ['~~a~~ ~b~', '<p><del>a</del> <del>b</del></p>'],
    ['a ~~~b~~~ c', '<p>a ~~~b~~~ c</p>'],
    ['~~a~ b ~c~~', '<p><del>a~ b ~c</del></p>'],
    ['a ~~ b ~~ c ~', '<p>a ~~ b ~~ c ~</p>'],
    ['*a ~~b~~* ~~*c*~~', '<p><em>a <del>b</del></em> <del><em>c</em></del></p>'],
    ['[~~a~~](/b)', '<p><a href="/b"><del>a</del></a></p>'],
  ])('%s', expectHtml);
});

const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;

describe('addresses', () => {
  test.each([
    ['a@b a@b.c- a@b.c_ /a@b.c', '<p>a@b a@b.c- a@b.c_ /a@b.c</p>'],
    ['`a@b.example` [c@d.example](/e)', `<p><code>a@b.example</code> ${link('/e', 'c@d.example')}</p>`],
    ['ftp://a.example', '<p>ftp://a.example</p>'],
  ])('%s', expectHtml);
});

describe('beside letters and signs of Chinese, Japanese and Korean, emphasis needs no spaces', () => {
  test.each([
    ['**这个。**那', '<p><strong>这个。</strong>那</p>'],
    ['これは**「重要」**です', '<p>これは<strong>「重要」</strong>です</p>'],
    ['**스크립트(script)**라고', '<p><strong>스크립트(script)</strong>라고</p>'],
    ['~~删除。~~了', '<p><del>删除。</del>了</p>'],
    ['a**"b"**c', '<p>a**"b"**c</p>'],
  ])('%s', expectHtml);
});

const order = (markdown: string) =>
  describeNode(parseMarkdown(markdown))
    .split('user-content-fn-')
    .slice(1)
    .map((part) => part.charAt(0));

describe('footnotes', () => {
  test('are in the order of their references, in each other and where a definition follows a quote', () => {
    expect(order('[^b] [^a]\n\n[^a]: A\n[^b]: B[^c]\n\n> quote\n[^c]: C')).toEqual(['b', 'a', 'b', 'c', 'a', 'c']);
  });

  test('have labels in any letter case, and nothing without a definition or a reference', () => {
    expect(order('[^A] [^x]\n\n[^a]: text\n\n[^y]: unused')).toEqual(['a', 'a']);
  });
});
