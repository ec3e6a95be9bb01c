import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';

const INDENT = '\u00a0\u00a0\u00a0';

/** For a select field: what stands below another is drawn further in. */
export function categoryOptions(tree: readonly { category: CategoryResponse; depth: number }[]) {
  return tree.map(({ category: { id, name }, depth }) => ({ value: id, label: INDENT.repeat(depth) + name }));
}
