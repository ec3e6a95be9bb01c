import { expect, test } from '@jest/globals';
import { PageAddresses } from './serve-web.js';

const addresses = new PageAddresses([
  '/',
  '/docs/:id',
  '/docs',
  '/docs/create',
  '/docs/:id/edit',
  '/docs/:id.md',
  '/feed.xml',
]);

test.each([
  ['/docs/', '/docs'],
  ['//docs', '/docs'],
  ['/docs/x/', '/docs/x'],
  ['//docs//x//', '/docs/x'],
  ['/d%6Fcs/x', '/docs/x'],
  ['/docs/%78?q=/a/', '/docs/x'],
  ['/docs/%c3%a4', '/docs/%C3%A4'],
  ['/docs%2Fx/', undefined],
  ['/DOCS/X', '/docs/X'],
  ['/Docs/Create', '/docs/create'],
  ['/docs/x/Edit/', '/docs/x/edit'],
  ['/Docs/x.MD', '/docs/x.md'],
  ['/feed.xml/', '/feed.xml'],
  ['///', '/'],
  ['//?x=1', '/'],
  ['/docs/%2e%2e/', '/docs/%2e%2e'],
])('%s leads to %s', (url, path) => {
  expect(addresses.findCanonicalPath(url)).toBe(path);
});

test.each([
  '/',
  '/docs',
  '/docs?x=//',
  '/docs/x',
  '/docs/X',
  '/docs/create',
  '/docs/%C3%A4',
  '/docs/a%2Fb',
  '/feed.xml',
])('%s is canonical', (url) => {
  expect(addresses.findCanonicalPath(url)).toBeUndefined();
});

test.each([
  '//evil.example',
  '//evil.example/',
  '/\\evil.example/docs/',
  '//evil.example/docs/x',
  'http://evil.example/docs/',
  '/unknown/',
  '/docs/x/y/',
])('%s leads nowhere', (url) => {
  expect(addresses.findCanonicalPath(url)).toBeUndefined();
});
