import { expect, test } from '@jest/globals';
import { parseMentions } from './mentions.js';

test.each<[string, string[]]>([
  ['Thanks @ann, and @bob-miller!', ['ann', 'bob-miller']],
  ['@Ann and @ANN are one', ['ann']],
  ['(@ann) "@bob" **@eve**', ['ann', 'bob', 'eve']],
  ['Ask @ann.', ['ann']],
  ['Ask @ann- or @-bob', ['ann']],
  ['write to ann@example.org or a.b@c', []],
  ['https://example.org/@ann is a page', []],
  ['@@ann and @ann@elsewhere.org', []],
  ['`@ann` and ``x ` @bob`` but @eve', ['eve']],
  ['```js\n@ann\n```\n@bob', ['bob']],
  ['~~~\n@ann\n~~~\n@bob', ['bob']],
  ['@bob\n```\n@ann never closed', ['bob']],
  ['@a is too short', []],
  [`@${'x'.repeat(31)} is too long`, []],
  ['@jürgen has another handle', []],
  ['no one', []],
])('%j', (text, handles) => {
  expect(parseMentions(text)).toEqual(handles);
});

test('only the first ten handles count', () => {
  const text = Array.from({ length: 15 }, (_, i) => `@person-${i}`).join(' ');
  expect(parseMentions(text)).toEqual(Array.from({ length: 10 }, (_, i) => `person-${i}`));
});

test('a hostile text takes linear time', () => {
  const started = performance.now();
  for (const text of [
    '`'.repeat(10_000),
    '@'.repeat(10_000),
    '@a'.repeat(5000),
    '```\n'.repeat(2500),
    '`a '.repeat(3000),
    '~~~'.repeat(3000),
    `@${'a-'.repeat(5000)}`,
  ])
    parseMentions(text);
  expect(performance.now() - started).toBeLessThan(1000);
});
