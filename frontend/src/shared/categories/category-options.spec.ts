import { expect, test } from '@jest/globals';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { categoryOptions } from './category-options';

const category = (id: string, parent: string | null) =>
  ({ id, title: id.toUpperCase(), parent_category_id: parent }) as CategoryResponse;

test('each step down is three blanks that a select field does not swallow', () => {
  const all = [category('a', null), category('b', 'a'), category('c', 'b')];
  const labels = categoryOptions(all).map(({ value, label }) => [value, label.replaceAll('\u00a0', '_')]);
  expect(labels).toEqual([
    ['a', 'A'],
    ['b', '___B'],
    ['c', '______C'],
  ]);
});
