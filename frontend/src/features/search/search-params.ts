import { aNumber, anId, aText, oneOf, readSearch } from '../../lib/search-params';
import { DIFFICULTIES } from '../../shared/content/enums';

/** The content that can be chosen, in this order; without a choice everything there is to read and watch is searched. */
export const TYPES = ['document', 'video', 'user'] as const;

const MAX_QUERY = 200;
/** What the API goes through, a page at a time. */
export const PAGE_SIZE = 20;
export const MAX_PAGES = 20;

/** What the address says about the search; anything it should not say is ignored. */
export const searchParams = readSearch({
  q: aText,
  type: oneOf(TYPES),
  category: anId,
  difficulty: oneOf(DIFFICULTIES),
  /** How many pages stand below each other, so that they do so again after a reload or on the way back. */
  pages: aNumber(2, MAX_PAGES),
});

export type SearchParams = ReturnType<typeof searchParams>;
export type SearchFilters = Omit<SearchParams, 'pages'>;

export function filtersOf({ q, type, category, difficulty }: SearchParams): SearchFilters {
  return { q: q?.trim().slice(0, MAX_QUERY) || undefined, type, category, difficulty };
}

/** Whether there is anything to look for: a category alone is shown whole, the other filters need words. */
export const isAsked = ({ q, category }: SearchFilters): boolean => q !== undefined || category !== undefined;

export const isFiltered = ({ type, category, difficulty }: SearchFilters): boolean =>
  type !== undefined || category !== undefined || difficulty !== undefined;
