import { createSearchParser, integerParam } from '../../../lib/search-params';

export const threadSearch = createSearchParser({ page: integerParam(2) });
