import * as z from 'zod/mini';

const version = z.catch(z.optional(z.int().check(z.gte(1))), undefined);

/** The two versions that are compared. */
export const revisionsSearch = z.object({ from: version, to: version });

export type RevisionsSearch = z.infer<typeof revisionsSearch>;
