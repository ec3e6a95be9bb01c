import * as z from 'zod/mini';

const version = z.catch(z.optional(z.int().check(z.gte(1))), undefined);

/** The two versions that are compared, or the one revision without a version that is compared with the text as it is now. */
export const revisionsSearch = z.object({
  from: version,
  to: version,
  revision: z.catch(z.optional(z.guid()), undefined),
});

export type RevisionsSearch = z.infer<typeof revisionsSearch>;
