import * as z from 'zod/mini';

export const usersSearch = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
});

export type UsersSearch = z.infer<typeof usersSearch>;
