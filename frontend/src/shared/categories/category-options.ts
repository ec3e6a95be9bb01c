import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { withDepths } from './category-tree';

const INDENT = '\u00a0\u00a0\u00a0';

/** For a select field: what stands below another is drawn further in. */
export function categoryOptions(categories: readonly CategoryResponse[]) {
  return withDepths(categories).map(({ category: { id, title }, depth }) => ({
    value: id,
    label: INDENT.repeat(depth) + title,
  }));
}
