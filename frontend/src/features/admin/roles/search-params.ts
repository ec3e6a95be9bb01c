import { integerParam, textParam, createSearchParser } from '../../../lib/search-params';

export const roleSearch = createSearchParser({
  role: textParam,
});

export const rolesSearch = createSearchParser({
  q: textParam,
  page: integerParam(1),
});

export type RolesSearch = ReturnType<typeof rolesSearch>;
