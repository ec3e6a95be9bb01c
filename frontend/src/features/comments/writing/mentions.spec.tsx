import { expect, test } from '@jest/globals';
import { findMentionAtEnd } from './mentions';

test.each([
  ['@a', 'a', 1],
  ['Thank you, @Jör', 'Jör', 12],
  ['(@ada-l', 'ada-l', 2],
  ['first\n@b', 'b', 7],
  ['@ada and @b', 'b', 10],
])('%j ends with a mention of %s', (text, query, from) => {
  expect(findMentionAtEnd(text)).toEqual({ query, from });
});

test.each(['', '@', '@-', 'mail@example', 'a.@b', '@@a', '@ada l', '@ada, ', 'https://x.org/@ada'])(
  '%j does not end with a mention',
  (text) => {
    expect(findMentionAtEnd(text)).toBeUndefined();
  },
);
