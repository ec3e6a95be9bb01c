import { integerParam, idParam, textParam, enumParam, createSearchParser } from '../../lib/search-params';
import { DIFFICULTIES } from '../../shared/content/enums';

/** The selectable content types, in display order; by default documents and videos are searched. */
export const TYPES = ['document', 'video', 'community', 'user'] as const;

/** The limit of the API. */
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
