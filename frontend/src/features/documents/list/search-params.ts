import * as z from 'zod/mini';
import { STATUSES } from '../../../shared/content/enums';

/** What the address says about the list; anything it should not say is ignored. */
export const documentsSearch = z.object({
  status: z.catch(z.optional(z.enum(STATUSES)), undefined),
  category_id: z.catch(z.optional(z.string()), undefined),
  view: z.catch(z.optional(z.literal('list')), undefined),
});

export type DocumentsSearch = z.infer<typeof documentsSearch>;
