import { aNumber, aText, readSearch } from '../../../lib/search-params';

/** Which role is being looked at. */
export const roleSearch = readSearch({
  role: aText,
});

export const rolesSearch = readSearch({
  q: aText,
  page: aNumber(1),
});

export type RolesSearch = ReturnType<typeof rolesSearch>;
