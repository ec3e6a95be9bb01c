import { expect, test } from '@jest/globals';
import {
  countNodes,
  type HastNode,
  isSameOriginPath,
  removeUnsafeUrls,
  sanitizeUrl,
  splitTree,
  toHubPath,
} from './hast';

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

test.each([
  ['/docs', true],
  ['/', true],
  ['//example.org', false],
  ['/\\example.org', false],
  ['docs', false],
  ['https://example.org/', false],
])('%s on this server: %s', (url, own) => {
  expect(isSameOriginPath(url)).toBe(own);
});

test('only unsafe addresses are removed, at every depth', () => {
  const bad = { type: 'element', tagName: 'img', properties: { src: 'javascript:x', alt: 'a' } };
  const good = { type: 'element', tagName: 'a', properties: { href: '/docs' }, children: [bad] };
  removeUnsafeUrls({ type: 'root', children: [good] });
  expect([good.properties, bad.properties]).toEqual([{ href: '/docs' }, { src: '', alt: 'a' }]);
});

const block = (nodes: number): HastNode => ({
  type: 'element',
  children: Array.from({ length: nodes - 1 }, () => ({ type: 'text', value: 'a' })),
});

test('a tree is split between its outermost blocks, in their order', () => {
  const sizes = [3, 3, 2, 1, 9, 1, 1, 1, 1, 1];
  const children = sizes.map(block);
  const parts = splitTree({ type: 'root', children }, { first: 8, further: 4 });
  expect(parts.map((part) => (part.children ?? []).map((each) => countNodes(each, Infinity)))).toEqual([
    [3, 3, 2],
    [1],
    [9],
    [1, 1, 1, 1],
    [1],
  ]);
  expect(parts.flatMap((part) => part.children)).toEqual(children);
  expect(splitTree({ type: 'root', children: [] }, { first: 8, further: 4 })).toEqual([]);
});

const ORIGIN = 'http://hub.example';

test.each([
  ['', '/'],
  ['/docs/a?b=c#d', '/docs/a?b=c#d'],
])('the hub’s own address with %p is a path', (path, expected) => {
  expect(toHubPath(ORIGIN + path, ORIGIN)).toBe(expected);
});

test.each(['//example.org', '/\\example.org', '.example.org/', '@example.org/'])(
  'the hub’s own address with %p is of another host, or none',
  (rest) => {
    expect(toHubPath(ORIGIN + rest, ORIGIN)).toBe(ORIGIN + rest);
  },
);
