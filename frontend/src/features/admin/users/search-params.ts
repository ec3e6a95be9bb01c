import { aNumber, aText, readSearch } from '../../../lib/search-params';

export const usersSearch = readSearch({
  q: aText,
  page: aNumber(1),
});

export type UsersSearch = ReturnType<typeof usersSearch>;
