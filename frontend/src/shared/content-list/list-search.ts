import type { ContentStatus } from '../../api/generated/model/contentStatus';
import { createSearchParser, enumParam, idParam, integerParam, textParam } from '../../lib/search-params';
import { DIFFICULTIES, SORTS, type SourceType } from '../content/enums';

const MAX_PAGES = 50;

/**
 * Creates the parser of a list's filters in the URL; invalid values are ignored.
 *
 * @param statuses the statuses of the kind
 * @param sourceTypes empty for kinds without them
 */
export function createListSearch(statuses: readonly ContentStatus[], sourceTypes: readonly SourceType[] = []) {
  return createSearchParser({
    status: enumParam(statuses),
    category_id: idParam,
    difficulty: enumParam(DIFFICULTIES),
    source_type: enumParam(sourceTypes),
    tag: textParam,
    sort: enumParam(SORTS),
    view: enumParam(['list', 'tree']),
    /** The number of loaded pages, restored after a reload or when navigating back. */
    pages: integerParam(2, MAX_PAGES),
  });
}

export type ListSearch = ReturnType<ReturnType<typeof createListSearch>>;

export type ListFilters = Omit<ListSearch, 'view' | 'pages'>;

export function toFilters({ status, category_id, difficulty, source_type, tag, sort }: ListSearch): ListFilters {
  return { status, category_id, difficulty, source_type, tag, sort };
}

/** The sort order hides nothing, so it is not a filter. */
export function isFiltered({ status, category_id, difficulty, source_type, tag }: ListFilters): boolean {
  return [status, category_id, difficulty, source_type, tag].some((filter) => filter !== undefined);
}
