import { expect, test } from '@jest/globals';
import { countLinks } from './new-members.js';

test.each([
  ['no link, just // a comment and a/b', 0],
  ['https://example.org and http://example.org/a?b=//c', 2],
  ['https://www.example.org www.example.org', 2],
  ['[here](https://example.org) <https://example.org> ![x](//example.org/y.png)', 3],
  ['[one]: //example.org', 1],
  ['[a document](/docs/backups#restore) ![an image](/api/files/1)', 0],
  ['FTP://example.org', 1],
])('%s', (text, links) => {
  expect(countLinks(text)).toBe(links);
});

test('the longest texts are checked quickly', () => {
  const start = performance.now();
  for (const part of ['a', 'a.', 'a:', '](', ']( ', ']:\n']) countLinks(part.repeat(50_000 / part.length));
  expect(performance.now() - start).toBeLessThan(500);
});
