import { expect, test } from '@jest/globals';
import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { isSameOriginPath, toHubPath } from '../../lib/hub-paths';
import { countNodes, hasCodeLanguage, splitTree } from './hast';

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

test.each([
  ['in a list', '1. Step\n\n   ```js\n   a\n   ```', true],
  ['in a nested list', '- one\n  - two\n\n    ~~~ts\n    a\n    ~~~', true],
  ['in a quote', '> ```bash\n> echo\n> ```', true],
  ['in a callout', ':::info\n```js\na\n```\n:::', true],
  ['without a language', '- a\n\n  ```\n  a\n  ```', false],
  ['written about', '`` ```js ``\n\n    ```js\n', false],
])('code with a language is found %s', (_where, text, isFound) => {
  expect(hasCodeLanguage(parseMarkdown(text))).toBe(isFound);
});
