import { expect, test } from '@jest/globals';
import { sanitizeUrl } from '../../src/markdown/addresses.js';

test.each([
  'https://example.org/a?b=c:d',
  'mailto:a@example.org',
  '/docs/a',
  '#part',
  '../a:b',
  '?q=a:b',
  '//example.org',
  '',
])('%s is followed', (url) => {
  expect(sanitizeUrl(url)).toBe(url);
});

test.each([
  ['Https://Example.org/A', 'https://Example.org/A'],
  ['HTTP://example.org', 'http://example.org'],
  ['MailTo:Ann@example.org', 'mailto:Ann@example.org'],
  ['www.example.org', 'https://www.example.org'],
  ['WWW.example.org:8443/a:b', 'https://WWW.example.org:8443/a:b'],
])('%s is followed as %s', (url, sanitized) => {
  expect(sanitizeUrl(url)).toBe(sanitized);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  '  javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u200B:alert(1)',
  'DATA:text/html,x',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ms-word:x',
  'x-y.z+1:a',
])('%s is not', (url) => {
  expect(sanitizeUrl(url)).toBe('');
});
