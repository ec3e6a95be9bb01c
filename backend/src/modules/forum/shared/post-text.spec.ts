import { expect, test } from '@jest/globals';
import { readMarkdown } from '@hub/shared/markdown/sections';
import { countExternalLinks } from './post-text.service.js';

test.each([
  ['no link, just // a comment and a/b', 0],
  ['https://example.org and http://example.org/a?b=//c', 2],
  ['https://www.example.org www.example.org', 2],
  ['[here](https://example.org) <https://example.org> ![x](//example.org/y.png)', 3],
  ['[one]: //example.org', 0],
  ['[one], [two][one] and ![three][one]\n\n[one]: //example.org', 3],
  ['[a document](/docs/backups#restore) ![an image](/api/files/1) [part](#a) [page](b)', 0],
  ['https://hub.example/docs/a, [b](HTTPS://HUB.example/b) and [c](//hub.example/c)', 0],
  ['https://hub.example.org/a and https://hub.example:8443/a', 2],
  ['HTTPS://example.org and [a](Http://example.org)', 2],
  [String.raw`[a](/\\example.org) [b](<//example.org>) [c](&#47;/example.org)`, 2],
  ['FTP://example.org [x](ftp://example.org) <mailto:ann@example.org> ann@example.org', 0],
  ['`https://example.org`\n\n    https://example.org\n\n```\nhttps://example.org\n```', 0],
  ['<!-- https://example.org -->\n\n<a href="https://example.org">x</a>', 0],
])('%j', (text, links) => {
  expect(countExternalLinks(readMarkdown(text), 'https://hub.example')).toBe(links);
});
