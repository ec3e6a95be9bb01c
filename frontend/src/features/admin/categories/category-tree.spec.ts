import { expect, test } from '@jest/globals';
import { inTreeOrder, possibleParents } from './category-tree';

const category = (id: string, parent_category_id: string | null = null) => ({ id, parent_category_id });
const all = [category('b'), category('a1', 'a'), category('a'), category('a1x', 'a1'), category('a2', 'a')];
const lines = (tree: { category: { id: string }; depth: number }[]) =>
  tree.map(({ category: { id }, depth }) => `${'-'.repeat(depth)}${id}`);

test('what is below a category follows it, in the order given', () => {
  expect(lines(inTreeOrder(all))).toEqual(['b', 'a', '-a1', '--a1x', '-a2']);
});

test('nothing can stand below itself', () => {
  expect(lines(possibleParents(all, 'a'))).toEqual(['b']);
  expect(lines(possibleParents(all, 'a1'))).toEqual(['b', 'a', '-a2']);
  expect(lines(possibleParents(all, undefined))).toHaveLength(5);
});
