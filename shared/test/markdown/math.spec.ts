import { expect, test } from '@jest/globals';
import { hasNode, type HastNode } from '../../src/markdown/hast.js';
import { parseMarkdown } from '../../src/markdown/parse-markdown.js';
import { readMarkdown } from '../../src/markdown/sections.js';
import { describeNode } from './describe-tree.js';

const describeText = (markdown: string) => describeNode(parseMarkdown(markdown));
const inline = (formula: string) => `<code className=language-math,math-inline>${JSON.stringify(formula)}</code>`;
const display = (formula: string) => `<code className=language-math,math-display>${JSON.stringify(formula)}</code>`;
const isMath = ({ properties }: HastNode) => String(properties?.['className']).includes('language-math');

test.each([
  ['$x$', inline('x')],
  ['($a_1 * b_1 * c$), $d$.', `"("${inline('a_1 * b_1 * c')}"), "${inline('d')}"."`],
  ['公式$x$是', `"公式"${inline('x')}"是"`],
  ['$a\nb$', inline('a\nb')],
  ['$5\\$ + 1\\$$', inline('5\\$ + 1\\$')],
  ['$$x$$ in a line', `${display('x')}" in a line"`],
  ['**$x$**', `<strong>${inline('x')}</strong>`],
  ['[$x$](/a)', `<a href=/a>${inline('x')}</a>`],
  ['$<b>@ada [a](/b)$', inline('<b>@ada [a](/b)')],
])('a formula in a line: %s', (markdown, expected) => {
  expect(describeText(markdown)).toBe(`<root><p>${expected}</p></root>`);
});

test.each([
  ['$$x$$', 'x\n'],
  ['$$\nx^2\n\\frac{1}{2}\n$$', 'x^2\n\\frac{1}{2}\n'],
  ['   $$ a\nb $$  ', 'a\nb\n'],
  ['```math\nx\n```', 'x\n'],
])('a formula of its own: %s', (markdown, formula) => {
  expect(describeText(markdown)).toBe(`<root><pre>${display(formula)}</pre></root>`);
});

test('a formula of its own in other blocks, and beside a paragraph', () => {
  expect(describeText('> $$\n> x\n> $$')).toBe(`<root><blockquote><pre>${display('x\n')}</pre></blockquote></root>`);
  expect(describeText('- $$\n  x\n  $$')).toBe(`<root><ul><li><pre>${display('x\n')}</pre></li></ul></root>`);
  expect(describeText('a\n$$\nx\n$$\nb')).toBe(`<root><p>"a"</p><pre>${display('x\n')}</pre><p>"b"</p></root>`);
  expect(describeText('| a |\n|---|\n| $x$ |')).toContain(inline('x'));
});

test.each([
  'It costs $5 and $6.',
  'From $5-$6, US$5, 5$ and 6$, (5$-6$), $5/$6',
  'Set $HOME and $PATH, or $HOME:$PATH, $A$B, ${a}/${b}',
  '\\$x$ and $x\\$',
  '$ x $, $x $ and $ x$',
  '$$ and $$ in a line',
  'A place of $$$ or $$$, or $$-$$$',
  '$$',
  '$$\n$$',
  '$$\nx\n\ny\n$$',
  '$$\nx',
  '$$ a $$ b $$',
  '> $$\nx\n$$',
  '`$x$` and `$a` b$',
  '    $$x$$',
  '```\n$x$\n```',
  '$5, `a$`',
])('text: %s', (markdown) => {
  expect(hasNode(parseMarkdown(markdown), isMath)).toBe(false);
});

test('the source of a formula is part of the text, but refers to nothing', () => {
  const contents = readMarkdown('## Energy\n\n$E = m_a c^2_a$ by @ada\n\n$$\n@bob \\frac{1}{2}\n$$');
  expect(contents.sections[0]?.text).toBe('E = m_a c^2_a by @ada\n@bob \\frac{1}{2}');
  expect(contents.mentions).toEqual(['ada']);
});
