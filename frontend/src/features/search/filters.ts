import { SEARCH_QUERY_MAX } from '@hub/shared/limits';
import type { SearchFilters, SearchParams } from './search-params';

/** The limit of the API. */
export const PAGE_SIZE = 20;

/** Categories and difficulties belong to documents and videos. */
export const hasContentFilters = (type: SearchParams['type']): boolean =>
  type === undefined || type === 'document' || type === 'video';

/** The filters that apply to the selected type. */
export function toFilters({ q, type, category, difficulty }: SearchParams): SearchFilters {
  const filters = { q: q?.trim() || undefined, type };
  return hasContentFilters(type) ? { ...filters, category, difficulty } : filters;
}

/**
 * Whether the search can be sent: a category alone lists its content; the other filters need words. For a query that is
 * too long the search field shows its limit.
 */
export const hasQuery = ({ q, category }: SearchFilters): boolean =>
  q === undefined ? category !== undefined : q.length <= SEARCH_QUERY_MAX;

export const isFiltered = ({ type, category, difficulty }: SearchFilters): boolean =>
  type !== undefined || category !== undefined || difficulty !== undefined;

/** Whether a search of documents and videos also shows the best threads and replies, which have no such filters. */
export const includesCommunity = (filters: SearchFilters): boolean =>
  filters.q !== undefined && hasQuery(filters) && !isFiltered(filters);
