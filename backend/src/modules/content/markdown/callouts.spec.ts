import { describe, expect, test } from '@jest/globals';
import { containersToQuotes } from './callouts.js';
import { splitSections } from './markdown-sections.js';

const getText = (markdown: string) => splitSections(markdown).map(({ heading, text }) => [heading, text]);

describe('texts for the search index have no markers', () => {
  test.each([
    ['> [!NOTE]\n> Remember **this**.', 'Remember this.'],
    ['> [!warning] Careful\n> Hot', 'Careful\nHot'],
    [':::info\nWords\n:::', 'Words'],
    [':::tip[A title]\nWords\n:::\n\nafter', 'A title\nWords\nafter'],
    ['::::note\n:::danger Hot\nWords\n:::\n::::', 'Hot\nWords'],
  ])('%j', (markdown, text) => {
    expect(getText(markdown)).toEqual([[null, expect.stringMatching(/^[^:![\]#]*$/)]]);
    expect(getText(markdown)[0]?.[1]?.trim().replace(/\n+/g, '\n')).toBe(text);
  });

  test('unless they are written about', () => {
    for (const text of ['[!NOPE] text', 'a [!NOTE] within', '`:::info` opens a callout']) {
      expect(getText(`> ${text}`)[0]?.[1]).toBe(text.replaceAll('`', ''));
    }
  });
});

describe('containers become quotes', () => {
  test('line by line', () => {
    const markdown = 'a\n:::info T\n- b\n\n  c\n:::\nd';
    expect(containersToQuotes(markdown)).toBe('a\n> ###### [!info] T\n> - b\n> \n>   c\n\nd');
  });

  test('in lists, and in each other', () => {
    expect(containersToQuotes('1. a\n   :::tip\n   b\n   :::')).toBe('1. a\n   > ###### [!tip]\n   > b\n');
    expect(containersToQuotes('::::info\n:::tip\na\n:::\nb\n::::')).toBe(
      '> ###### [!info]\n> > ###### [!tip]\n> > a\n> \n> b\n',
    );
  });

  test.each([
    ['without an end', ':::info\na'],
    ['with an end of too few colons', '::::info\na\n:::'],
    ['of an unknown name', ':::details\na\n:::'],
    ['in code', '```\n:::info\na\n:::\n```'],
    ['in indented code', '    :::info\n    a\n    :::'],
    ['of a longer name', ':::info-box\na\n:::'],
  ])('not %s', (_what, markdown) => {
    expect(containersToQuotes(markdown)).toBe(markdown);
  });

  test('to a limited depth', () => {
    const markdown = ':::info\n'.repeat(20) + ':::\n'.repeat(20);
    expect(
      Math.max(
        ...containersToQuotes(markdown)
          .split('\n')
          .map((line) => line.split('>').length - 1),
      ),
    ).toBe(4);
  });

  test('with Windows line ends', () => {
    expect(containersToQuotes(':::info\r\na\r\n:::\r\n')).toBe('> ###### [!info]\n> a\r\n\n');
  });
});
