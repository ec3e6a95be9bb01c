import * as z from 'zod/mini';

export const PROFILE_TABS = ['edit', 'activity', 'settings'] as const;

export const profileSearch = z.object({
  tab: z.catch(z.optional(z.enum(PROFILE_TABS)), undefined),
});

export type ProfileTab = (typeof PROFILE_TABS)[number];
