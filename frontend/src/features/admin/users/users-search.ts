import { createSearchParser, enumParam, integerParam, textParam } from '../../../lib/search-params';

export const USER_STATES = ['active', 'deactivated'] as const;
export const USER_SORTS = ['newest', 'oldest', 'name', 'email', 'role', 'last_login'] as const;
export type UserSortOption = (typeof USER_SORTS)[number];

/** The search in the URL. */
export const parseUsersSearch = createSearchParser({
  tab: enumParam(['invitations']),
  dialog: enumParam(['invite']),
  q: textParam,
  role: textParam,
  group: textParam,
  state: enumParam(USER_STATES),
  sort: enumParam(USER_SORTS),
  page: integerParam(1),
});

export type UsersSearch = ReturnType<typeof parseUsersSearch>;
