import * as z from 'zod/mini';
import { DIFFICULTIES, SORTS, STATUSES } from '../../../shared/content/enums';
import type { DocumentFilters } from '../queries';

const MAX_PAGES = 50;

/** What the address says about the list; anything it should not say is ignored. */
export const documentsSearch = z.object({
  status: z.catch(z.optional(z.enum(STATUSES)), undefined),
  category_id: z.catch(z.optional(z.guid()), undefined),
  difficulty: z.catch(z.optional(z.enum(DIFFICULTIES)), undefined),
  // A tag may look like a number.
  tag: z.catch(z.optional(z.coerce.string()), undefined),
  sort: z.catch(z.optional(z.enum(SORTS)), undefined),
  view: z.catch(z.optional(z.literal('list')), undefined),
  /** How many pages stand below each other, so that they do so again after a reload or on the way back. */
  pages: z.catch(z.optional(z.int().check(z.gte(2), z.lte(MAX_PAGES))), undefined),
});

export type DocumentsSearch = z.infer<typeof documentsSearch>;

export function filtersOf({ status, category_id, difficulty, tag, sort }: DocumentsSearch): DocumentFilters {
  return { status, category_id, difficulty, tag, sort };
}

/** The order of the list leaves nothing out, so it does not count. */
export function isFiltered({ status, category_id, difficulty, tag }: DocumentFilters): boolean {
  return [status, category_id, difficulty, tag].some((filter) => filter !== undefined);
}
