import { expect, test } from '@jest/globals';
import { allBelow, possibleParents, withDepths } from './category-tree';

const category = (id: string, parent_category_id: string | null = null) => ({ id, parent_category_id });
const all = [category('b'), category('a'), category('a1', 'a'), category('a1x', 'a1'), category('a2', 'a')];
const lines = (categories: typeof all) =>
  withDepths(categories).map(({ category: { id }, depth }) => `${'-'.repeat(depth)}${id}`);

test('what is below a category is drawn further in', () => {
  expect(lines(all)).toEqual(['b', 'a', '-a1', '--a1x', '-a2']);
});

test('where the one above is not shown, none is lost', () => {
  expect(lines(all.filter(({ id }) => id !== 'a'))).toEqual(['b', 'a1', '-a1x', 'a2']);
});

test('what is below is found at every depth', () => {
  expect(allBelow(all, 'a').map(({ id }) => id)).toEqual(['a1', 'a1x', 'a2']);
  expect(allBelow(all, 'a2')).toEqual([]);
});

test('nothing can stand below itself', () => {
  expect(lines(possibleParents(all, 'a'))).toEqual(['b']);
  expect(lines(possibleParents(all, 'a1'))).toEqual(['b', 'a', '-a2']);
  expect(lines(possibleParents(all, undefined))).toHaveLength(5);
});
