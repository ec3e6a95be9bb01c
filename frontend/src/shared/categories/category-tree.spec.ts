import { expect, test } from '@jest/globals';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { addDepths, getDescendants, getPossibleParents, toCategoryOptions } from './category-tree';

const category = (id: string, parent_category_id: string | null = null) => ({ id, parent_category_id });
const all = [category('b'), category('a'), category('a1', 'a'), category('a1x', 'a1'), category('a2', 'a')];
const lines = (categories: typeof all) =>
  addDepths(categories).map(({ category: { id }, depth }) => `${'-'.repeat(depth)}${id}`);

test('descendants get a greater depth', () => {
  expect(lines(all)).toEqual(['b', 'a', '-a1', '--a1x', '-a2']);
});

test('categories without their parent are kept', () => {
  expect(lines(all.filter(({ id }) => id !== 'a'))).toEqual(['b', 'a1', '-a1x', 'a2']);
});

test('descendants are found at every depth', () => {
  expect(getDescendants(all, 'a').map(({ id }) => id)).toEqual(['a1', 'a1x', 'a2']);
  expect(getDescendants(all, 'a2')).toEqual([]);
});

test('a category cannot be its own ancestor', () => {
  expect(lines(getPossibleParents(all, 'a'))).toEqual(['b']);
  expect(lines(getPossibleParents(all, 'a1'))).toEqual(['b', 'a', '-a2']);
  expect(lines(getPossibleParents(all, undefined))).toHaveLength(5);
});

const titledCategory = (id: string, parent: string | null, is_restricted = false) =>
  ({ id, title: id.toUpperCase(), parent_category_id: parent, is_restricted }) as CategoryResponse;

test('each level is indented by three non-breaking spaces, and restricted categories have a lock', () => {
  const nested = [titledCategory('a', null), titledCategory('b', 'a'), titledCategory('c', 'b', true)];
  const labels = toCategoryOptions(nested).map(({ value, label }) => [value, label.replaceAll('\u00a0', '_')]);
  expect(labels).toEqual([
    ['a', 'A'],
    ['b', '___B'],
    ['c', '______C_🔒'],
  ]);
});
