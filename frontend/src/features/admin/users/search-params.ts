import { integerParam, textParam, createSearchParser } from '../../../lib/search-params';

export const usersSearch = createSearchParser({
  q: textParam,
  page: integerParam(1),
});

export type UsersSearch = ReturnType<typeof usersSearch>;
