import { aNumber, readSearch } from '../../../lib/search-params';

export const roleCodesSearch = readSearch({
  page: aNumber(1),
});
