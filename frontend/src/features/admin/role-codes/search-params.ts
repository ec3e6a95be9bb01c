import { integerParam, createSearchParser } from '../../../lib/search-params';

export const roleCodesSearch = createSearchParser({
  page: integerParam(1),
});
