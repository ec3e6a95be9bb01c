import { integerParam, idParam, textParam, enumParam, createSearchParser } from '../../lib/search-params';
import { DIFFICULTIES } from '../../shared/content/enums';

/** The selectable content types, in display order; by default documents and videos are searched. */
export const TYPES = ['document', 'video', 'thread', 'post', 'user'] as const;

/** The limits of the API. */
export const MAX_QUERY = 200;
export const PAGE_SIZE = 20;
export const MAX_PAGES = 20;

/** The search in the URL; invalid values are ignored. */
export const searchParams = createSearchParser({
  q: textParam,
  type: enumParam(TYPES),
  category: idParam,
  difficulty: enumParam(DIFFICULTIES),
  /** The number of loaded pages, restored after a reload or when navigating back. */
  pages: integerParam(2, MAX_PAGES),
});

export type SearchParams = ReturnType<typeof searchParams>;
export type SearchFilters = Omit<SearchParams, 'pages'>;

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
  q === undefined ? category !== undefined : q.length <= MAX_QUERY;

export const isFiltered = ({ type, category, difficulty }: SearchFilters): boolean =>
  type !== undefined || category !== undefined || difficulty !== undefined;

/** Whether a search of documents and videos also shows the best threads, to which their filters do not apply. */
export const includesCommunity = (filters: SearchFilters): boolean =>
  filters.q !== undefined && hasQuery(filters) && !isFiltered(filters);
