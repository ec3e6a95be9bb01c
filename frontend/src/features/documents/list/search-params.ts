import { aNumber, aText, anId, oneOf, readSearch } from '../../../lib/search-params';
import { DIFFICULTIES, SORTS, STATUSES } from '../../../shared/content/enums';
import type { DocumentFilters } from '../queries';

const MAX_PAGES = 50;

/** What the address says about the list; anything it should not say is ignored. */
export const documentsSearch = readSearch({
  status: oneOf(STATUSES),
  category_id: anId,
  difficulty: oneOf(DIFFICULTIES),
  tag: aText,
  sort: oneOf(SORTS),
  view: oneOf(['list']),
  /** How many pages stand below each other, so that they do so again after a reload or on the way back. */
  pages: aNumber(2, MAX_PAGES),
});

export type DocumentsSearch = ReturnType<typeof documentsSearch>;

export function filtersOf({ status, category_id, difficulty, tag, sort }: DocumentsSearch): DocumentFilters {
  return { status, category_id, difficulty, tag, sort };
}

/** The order of the list leaves nothing out, so it does not count. */
export function isFiltered({ status, category_id, difficulty, tag }: DocumentFilters): boolean {
  return [status, category_id, difficulty, tag].some((filter) => filter !== undefined);
}
