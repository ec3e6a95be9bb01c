import { expect, test } from '@jest/globals';
import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { addSourceLines, interpolateTop } from './use-preview-sync';

function collectLines(node: HastNode): [string, unknown][] {
  const line = node.properties?.['dataLine'];
  const own: [string, unknown][] = line === undefined ? [] : [[node.tagName ?? '', line]];
  return [...own, ...(node.children ?? []).flatMap(collectLines)];
}

test('blocks are marked with the lines they begin at', () => {
  const tree = parseMarkdown('# Title\n\nFirst\nsecond *line*\n\n- one\n- two\n\n```\ncode\n```');
  addSourceLines(tree);
  expect(collectLines(tree)).toEqual([
    ['h2', 1],
    ['p', 3],
    ['li', 6],
    ['li', 7],
    ['pre', 9],
  ]);
});

test.each([
  ['the beginning of a block', 3, 100],
  ['a line inside a block', 5, 150],
  ['a line inside the last block', 9, 250],
  ['a line that the text has no longer', 90, 300],
  ['a line before the first block', 1, 100],
])('%s has its place in the preview', (_name, line, top) => {
  const blocks = [
    { line: 3, top: 100 },
    { line: 7, top: 200 },
  ];
  expect(interpolateTop(blocks, line, { line: 11, top: 300 })).toBe(top);
});

test('a text without blocks has no places', () => {
  expect(interpolateTop([], 4, { line: 11, top: 300 })).toBeUndefined();
});
