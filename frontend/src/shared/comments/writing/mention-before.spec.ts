import { expect, test } from '@jest/globals';
import { mentionBefore } from './mention-before';

test.each([
  ['@a', 'a', 1],
  ['Thank you, @Jör', 'Jör', 12],
  ['(@ada-l', 'ada-l', 2],
  ['first\n@b', 'b', 7],
  ['@ada and @b', 'b', 10],
])('%j asks for %s', (text, typed, from) => {
  expect(mentionBefore(text)).toEqual({ typed, from });
});

test.each(['', '@', '@-', 'mail@example', 'a.@b', '@@a', '@ada l', '@ada, ', 'https://x.org/@ada'])(
  '%j asks for nobody',
  (text) => {
    expect(mentionBefore(text)).toBeUndefined();
  },
);
