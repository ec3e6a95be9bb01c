import { expect, test } from '@jest/globals';
import { completeWebAddress } from './web-address';

test.each([
  ['example.org', 'https://example.org'],
  ['  www.youtube.com/watch?v=x ', 'https://www.youtube.com/watch?v=x'],
  ['example.org:8443/a', 'https://example.org:8443/a'],
  ['münchen.example?q=1#a', 'https://münchen.example?q=1#a'],
  ['//vimeo.com/1', 'https://vimeo.com/1'],
])('%j becomes %s', (typed, address) => {
  expect(completeWebAddress(typed)).toBe(address);
});

test.each([
  '',
  'https://a.org',
  'HTTP://a.org',
  '/docs/imprint',
  'ada@example.org',
  'mailto:ada@a.org',
  'words',
  'a b.c',
])('%j stays', (typed) => {
  expect(completeWebAddress(typed)).toBe(typed);
});
