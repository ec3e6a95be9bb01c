import * as z from 'zod/mini';

export const roleCodesSearch = z.object({
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
});
