import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getDocumentTemplate } from '../../../api/generated/documents/documents';
import { listDocuments } from '../../../api/generated/reading/reading';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import type { DocumentSummaryResponse } from '../../../api/generated/model/documentSummaryResponse';
import { categoriesQuery } from '../../../shared/categories/queries';

const MAX_TEMPLATES = 100;
/** A form does not wait longer for templates, which it can do without. */
const TIMEOUT_MS = 4000;

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['document-template', id],
    queryFn: ({ signal }) => getDocumentTemplate(id, { signal }),
  });

/** The category and those above it. */
function listAbove(categories: readonly CategoryResponse[], id: string): Set<string> {
  const found = new Set<string>();
  for (let next: string | null | undefined = id; next && !found.has(next);) {
    const current: string = next;
    found.add(current);
    next = categories.find((category) => category.id === current)?.parent_category_id;
  }
  return found;
}

/**
 * The templates for a new document: those of its category, of the categories above it, and of the hub. None when they
 * cannot be loaded.
 */
export async function findTemplates(queryClient: QueryClient, categoryId: string): Promise<DocumentSummaryResponse[]> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const params = { template: true, status: 'PUBLISHED', limit: MAX_TEMPLATES } as const;
    const [templates, categories] = await Promise.all([
      listDocuments(params, { signal }),
      queryClient.ensureQueryData(categoriesQuery),
    ]);
    const above = listAbove(categories, categoryId);
    return templates.filter(({ category_id }) => category_id === null || above.has(category_id));
  } catch {
    return [];
  }
}
