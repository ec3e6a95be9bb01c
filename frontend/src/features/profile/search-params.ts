import { enumParam, createSearchParser } from '../../lib/search-params';

export const PROFILE_TABS = ['edit', 'drafts', 'activity', 'settings', 'notifications', 'api-tokens'] as const;

export const profileSearch = createSearchParser({
  tab: enumParam(PROFILE_TABS),
});

export type ProfileTab = (typeof PROFILE_TABS)[number];
