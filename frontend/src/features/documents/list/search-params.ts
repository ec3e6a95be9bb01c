import { integerParam, textParam, idParam, enumParam, createSearchParser } from '../../../lib/search-params';
import { DIFFICULTIES, SORTS, STATUSES } from '../../../shared/content/enums';
import type { DocumentFilters } from './queries';

const MAX_PAGES = 50;

/** The filters in the URL; invalid values are ignored. */
export const documentsSearch = createSearchParser({
  status: enumParam(STATUSES),
  category_id: idParam,
  difficulty: enumParam(DIFFICULTIES),
  tag: textParam,
  sort: enumParam(SORTS),
  view: enumParam(['list']),
  /** The number of loaded pages, restored after a reload or when navigating back. */
  pages: integerParam(2, MAX_PAGES),
});

export type DocumentsSearch = ReturnType<typeof documentsSearch>;

export function toFilters({ status, category_id, difficulty, tag, sort }: DocumentsSearch): DocumentFilters {
  return { status, category_id, difficulty, tag, sort };
}

/** The sort order hides nothing, so it is not a filter. */
export function isFiltered({ status, category_id, difficulty, tag }: DocumentFilters): boolean {
  return [status, category_id, difficulty, tag].some((filter) => filter !== undefined);
}
