import { expect, test } from '@jest/globals';
import { toReturnPath } from './return-path';

test.each([
  ['/docs/plans', '/docs/plans'],
  ['/docs?sort=views&page=2#a', '/docs?sort=views&page=2#a'],
  [`${window.location.origin}/docs`, '/docs'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example', '/'],
  ['//evil.example/docs', '/'],
  [String.raw`/\evil.example`, '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  // A scheme that runs scripts, which no link may have.
  [['javascript', 'alert(1)'].join(':'), '/'],
  ['http://[', '/'],
])('%j leads to %s', (asked, path) => {
  expect(toReturnPath(asked)).toBe(path);
});
