import { expect, test } from '@jest/globals';
import { findMentionAtEnd } from './partial-mention';

test.each([
  ['@a', 'a', 1],
  ['Thank you, @Jör', 'Jör', 12],
  ['(@ada-l', 'ada-l', 2],
  ['first\n@b', 'b', 7],
  ['@ada and @b', 'b', 10],
])('%j asks for %s', (text, query, from) => {
  expect(findMentionAtEnd(text)).toEqual({ query, from });
});

test.each(['', '@', '@-', 'mail@example', 'a.@b', '@@a', '@ada l', '@ada, ', 'https://x.org/@ada'])(
  '%j asks for nobody',
  (text) => {
    expect(findMentionAtEnd(text)).toBeUndefined();
  },
);
