import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstHeading, relink, targetsIn } from './markdown-links.js';

const targets = (text: string): string[] => [...targetsIn(text)];

describe('addresses are found', () => {
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

describe('addresses in code are no addresses', () => {
  test.each<[what: string, text: string, found: string[]]>([
    ['between backticks', 'a `[b](c.md)` [d](e.md)', ['e.md']],
    ['between several', '``[b](c.md) ` `` [d](e.md)', ['e.md']],
    ['but a single backtick is only a sign', 'a ` [b](c.md)', ['c.md']],
    ['and code ends with its paragraph', 'a `b\n\n[c](d.md) `', ['d.md']],
    ['in blocks', '```md\n[a](b.md)\n```\n[c](d.md)', ['d.md']],
    ['in blocks with other fences inside', '````\n```\n[a](b.md)\n````\n~~~\n[c](d.md)\n~~~', []],
    ['in blocks within lists', '- a\n  ```\n  [a](b.md)\n  ```\n- [c](d.md)', ['d.md']],
    ['in a block that is never closed', '```\n[a](b.md)', []],
  ])('%s', (_what, text, found) => expect(targets(text)).toEqual(found));
});

test('only the addresses change', () => {
  expect(
    relink('[a](b.md "t")\r\n![c]( <d e.png> )\r\n', (target) => (target === 'b.md' ? '/docs/b' : undefined)),
  ).toBe('[a](/docs/b "t")\r\n![c]( <d e.png> )\r\n');
});

test('a text without replacements stays as it is, whatever it is', () => {
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
      (pieces) => relink(pieces.join(''), () => undefined) === pieces.join(''),
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
      [...targetsIn(pieces.join(''))].every((target) => target.length > 0 || pieces.join('').includes('<>')),
    ),
  );
});

test.each(['](', '[](', '`', '``` `', '[', '![a](<', '[a]: ', '\\', '](((((', '> - 1. '])(
  'half a megabyte of %j takes no time',
  (piece) => {
    const started = performance.now();
    targetsIn(piece.repeat(500_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(1500);
  },
);

test.each<[text: string, heading: string | undefined]>([
  ['# One\n\n# Two', 'One'],
  ['text\n\n## With *signs* and [a link](b.md) ##\n', 'With signs and a link'],
  ['```\n# no\n```\n\n### yes', 'yes'],
  ['#none', undefined],
  ['', undefined],
])('the first heading of %j', (text, heading) => expect(firstHeading(text)).toBe(heading));
