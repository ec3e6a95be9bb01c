import { expect, test } from '@jest/globals';
import { plainExcerpt } from './plain-excerpt.js';

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
