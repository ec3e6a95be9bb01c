import { expect, test } from '@jest/globals';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { toCategoryOptions } from './category-options';

const category = (id: string, parent: string | null) =>
  ({ id, title: id.toUpperCase(), parent_category_id: parent }) as CategoryResponse;

test('each level is indented by three non-breaking spaces', () => {
  const all = [category('a', null), category('b', 'a'), category('c', 'b')];
  const labels = toCategoryOptions(all).map(({ value, label }) => [value, label.replaceAll('\u00a0', '_')]);
  expect(labels).toEqual([
    ['a', 'A'],
    ['b', '___B'],
    ['c', '______C'],
  ]);
});
