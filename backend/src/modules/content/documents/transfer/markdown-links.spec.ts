import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hostileMarkdown } from '../../../../../test/support/hostile-texts.js';
import { firstHeading, replaceTargets, targetsIn } from './markdown-links.js';

const targets = (text: string): string[] => [...targetsIn(text)];

describe('finds link targets', () => {
  test.each<[what: string, text: string, found: string[]]>([
    ['in links and images', 'a [b](c.md) ![d](e.png "title") f', ['c.md', 'e.png']],
    ['with parentheses', '[a](b_(c).md)', ['b_(c).md']],
    ['in angle brackets', '![a](<my picture.png>)', ['my picture.png']],
    ['in references', '[a]: b.md\n[c]: <d e.md> "title"', ['b.md', 'd e.md']],
    ['with escapes', String.raw`[a](b\_c.md) [x\](y.md)`, ['b_c.md']],
    ['in an image that is a link', '[![a](b.png)](c.md)', ['b.png', 'c.md']],
    ['on the next line', '[a](\nb.md)', ['b.md']],
    ['in lists, tables and quotations', '- [a](1.md)\n> [b](2.md)\n\n| [c](3.md) |', ['1.md', '2.md', '3.md']],
  ])('%s', (_what, text, found) => expect(targets(text)).toEqual(found));
});

describe('ignores link targets in code', () => {
  test.each<[what: string, text: string, found: string[]]>([
    ['between backticks', 'a `[b](c.md)` [d](e.md)', ['e.md']],
    ['between several', '``[b](c.md) ` `` [d](e.md)', ['e.md']],
    ['but a single backtick is only a sign', 'a ` [b](c.md)', ['c.md']],
    ['and code ends with its paragraph', 'a `b\n\n[c](d.md) `', ['d.md']],
    ['after a backtick that is escaped', '\\`` [b](c.md) ` [d](e.md)', ['e.md']],
    ['in blocks', '```md\n[a](b.md)\n```\n[c](d.md)', ['d.md']],
    ['in blocks with other fences inside', '````\n```\n[a](b.md)\n````\n~~~\n[c](d.md)\n~~~', []],
    ['in blocks within lists', '- a\n  ```\n  [a](b.md)\n  ```\n- [c](d.md)', ['d.md']],
    ['in a block that is never closed', '```\n[a](b.md)', []],
  ])('%s', (_what, text, found) => expect(targets(text)).toEqual(found));
});

test('replaces only the targets', () => {
  expect(
    replaceTargets('[a](b.md "t")\r\n![c]( <d e.png> )\r\n', (target) => (target === 'b.md' ? '/docs/b' : undefined)),
  ).toBe('[a](/docs/b "t")\r\n![c]( <d e.png> )\r\n');
});

test('a text without replacements stays the same', () => {
  const piece = fc.constantFrom(
    '[a]',
    '(',
    ')',
    '![',
    '](',
    '`',
    '```\n',
    '\n',
    '\n\n',
    '\\',
    '<',
    '>',
    ' ',
    'x',
    '[r]: ',
    '~~~',
    '- ',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      (pieces) => replaceTargets(pieces.join(''), () => undefined) === pieces.join(''),
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
      [...targetsIn(pieces.join(''))].every((target) => target.length > 0 || pieces.join('').includes('<>')),
    ),
  );
});

/** The shortest of three runs, in milliseconds of this thread: other work on the machine is not counted. */
function cpuTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test.each(Object.entries(hostileMarkdown(500_000)))('half a megabyte of %s takes no time', (_name, text) => {
  expect(cpuTime(() => targetsIn(text))).toBeLessThan(150);
  expect(cpuTime(() => replaceTargets(text, () => 'x'))).toBeLessThan(150);
  expect(cpuTime(() => firstHeading(text))).toBeLessThan(150);
});

test.each<[text: string, heading: string | undefined]>([
  ['# One\n\n# Two', 'One'],
  ['text\n\n## With *signs* and [a link](b.md) ##\n', 'With signs and a link'],
  ['```\n# no\n```\n\n### yes', 'yes'],
  ['#none', undefined],
  ['# C#', 'C'],
  ['# ###', '#'],
  ['# a # b', 'a # b'],
  [`# a${' '.repeat(300)}# ${' '.repeat(300)}\nb`, 'a'],
  ['', undefined],
])('the first heading of %j', (text, heading) => expect(firstHeading(text)).toBe(heading));
