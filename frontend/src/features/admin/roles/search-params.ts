import * as z from 'zod/mini';

/** Which role is being looked at. */
export const roleSearch = z.object({
  role: z.catch(z.optional(z.string()), undefined),
});

export const rolesSearch = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
});

export type RolesSearch = z.infer<typeof rolesSearch>;
