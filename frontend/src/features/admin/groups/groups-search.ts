import { createSearchParser, integerParam, textParam } from '../../../lib/search-params';

/** The search in the URL. */
export const parseGroupsSearch = createSearchParser({ q: textParam, page: integerParam(1) });
export type GroupsSearch = ReturnType<typeof parseGroupsSearch>;
