import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { addDepths } from './category-tree';

const INDENT = '\u00a0\u00a0\u00a0';

/** Options of a select; descendants are indented. */
export function toCategoryOptions(categories: readonly CategoryResponse[]) {
  return addDepths(categories).map(({ category: { id, title }, depth }) => ({
    value: id,
    label: INDENT.repeat(depth) + title,
  }));
}
