import { expect, test } from '@jest/globals';
import { ownWordsExcerpt, plainExcerpt } from './plain-excerpt.js';

test.each([
  ['**Bold** and `code`, [a link](https://example.org)', 'Bold and code, a link'],
  ['# Title\n\n- one\n- two', 'Title one two'],
  ['> Quoted\n\n<b>tags</b> ![a picture](/files/x)', 'Quoted <b>tags</b> a picture'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<div>\nOnly HTML\n</div>', '<div> Only HTML </div>'],
  ['One<br>two', 'One two'],
  ['```js\nconst a = 1;\n', 'const a = 1;'],
])('%j reads %j', (markdown, plain) => {
  expect(plainExcerpt(markdown)).toBe(plain);
});

test('a long text is cut between words and ends with an ellipsis', () => {
  expect(plainExcerpt('😀'.repeat(300))).toBe(`${'😀'.repeat(200)}…`);
  expect(plainExcerpt('😀'.repeat(200))).toBe('😀'.repeat(200));
});

test.each([
  ['> [**Ada** (#1)](/community/thread/x#post-1):\n>\n> How?\n\nLike this.', 'Like this.'],
  ['\n> one\n\n> two\n\n**Mine** > yours', 'Mine > yours'],
  ['Mine first\n\n> quoted', 'Mine first quoted'],
  ['> only a quote', 'only a quote'],
  ['> quoted\n> [!no] callout\n\nMine', 'Mine'],
  [`> ${'quoted '.repeat(300)}\n\nMine`, 'Mine'],
  ['', ''],
])('the own words of %j are %j', (markdown, plain) => {
  expect(ownWordsExcerpt(markdown)).toBe(plain);
});

test.each(['> [!NOTE]\n> Mine', '> quoted\n\n> [!NOTE]\n> Mine'])('a callout is an own word: %j', (markdown) => {
  const excerpt = ownWordsExcerpt(markdown);
  expect(excerpt).toContain('Mine');
  expect(excerpt).not.toContain('quoted');
  expect(ownWordsExcerpt(`${markdown}\n\nMore`)).toContain('Mine');
});
