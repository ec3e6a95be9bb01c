import { describe, expect, test } from '@jest/globals';
import { containersToQuotes } from '@hub/shared/markdown/callouts';
import { splitSections } from '@hub/shared/markdown/sections';

const getText = (markdown: string) => splitSections(markdown).map(({ heading, text }) => [heading, text]);

describe('texts for the search index have no markers', () => {
  test.each([
    ['> [!NOTE]\n> Remember **this**.', 'Remember this.'],
    ['> [!warning] Careful\n> Hot', 'Careful\nHot'],
    [':::info\nWords\n:::', 'Words'],
    [':::tip[A title]\nWords\n:::\n\nafter', 'A title\nWords\nafter'],
    ['::::note\n:::danger Hot\nWords\n:::\n::::', 'Hot\nWords'],
    [
      '<details>\n<summary>More <b>of</b> it</summary>\n\nSome **words**\n\n</details>\nafter',
      'More of it\nSome words\nafter',
    ],
    ['<details><summary>More</summary>Some **words**</details>\nafter', 'More\nSome words\nafter'],
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

  test('as do details', () => {
    const markdown = '<details open><summary>T</summary>\n\n- b\n</details>\nd';
    expect(containersToQuotes(markdown)).toBe('> ###### [!details]+ T\n> \n> - b\n\nd');
    const lines = '<DETAILS>\n\n<summary>\n  T\n  U\n</summary>\nb\n</details>';
    expect(containersToQuotes(lines)).toBe(`> ###### [!details] T U\n${'> \n'.repeat(5)}> b\n`);
    expect(containersToQuotes(':::tip\n<details>\na\n</details>\n:::')).toBe(
      '> ###### [!tip]\n> > ###### [!details]\n> > a\n> \n',
    );
  });

  test.each([
    ['<details><summary>T</summary>a</details>\nb', '> ###### [!details] T </summary>a\nb'],
    ['<details>a</details>', '> ###### [!details] </summary>a'],
    ['<details><summary>T</summary></details>', '> ###### [!details] T'],
    ['<details>\n<summary>T</summary> a </details>\nb', '> ###### [!details] T </summary>a\n\nb'],
    ['<details><summary>T</summary>a\n\nb</details>\n\nc', '> ###### [!details] T </summary>a\n> \n> b\n\nc'],
    [
      '<details><summary>T</summary>\n<details>\n<summary>U</summary>a</details>\nb\n</details>',
      '> ###### [!details] T\n> > ###### [!details] U </summary>a\n> \n> b\n',
    ],
    [
      '<details class="a" OPEN onclick="b">\n<summary id="c">T</summary>\na\n</details>',
      '> ###### [!details]+ T\n> \n> a\n',
    ],
  ])('with text beside the tags and other attributes: %j', (markdown, quote) => {
    expect(containersToQuotes(markdown)).toBe(quote);
  });

  test.each([
    ['without an end', '<details>\n<summary>a</summary>'],
    ['with a summary without an end', '<details>\n<summary>b\n\n</details>'],
    ['with text after the end', '<details> a\n</details> b'],
    ['of another name', '<detailset>\na\n</details>'],
    ['in code', '```\n<details>\na\n</details>\n```'],
    ['in indented code', '    <details>\n    a\n    </details>'],
  ])('not details %s', (_what, markdown) => {
    expect(containersToQuotes(markdown)).toBe(markdown);
  });

  test('unless they cross each other', () => {
    expect(containersToQuotes(':::tip\n<details>\n:::\na\n</details>')).toBe(
      '> ###### [!tip]\n> <details>\n\na\n</details>',
    );
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
