import { oneOf, readSearch } from '../../lib/search-params';

export const PROFILE_TABS = ['edit', 'activity', 'settings'] as const;

export const profileSearch = readSearch({
  tab: oneOf(PROFILE_TABS),
});

export type ProfileTab = (typeof PROFILE_TABS)[number];
