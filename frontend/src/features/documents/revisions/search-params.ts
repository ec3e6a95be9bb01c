import { integerParam, idParam, createSearchParser } from '../../../lib/search-params';

const version = integerParam(1);

/** The two compared versions, or the id of a revision without a version that is compared with the current text. */
export const revisionsSearch = createSearchParser({
  from: version,
  to: version,
  revision: idParam,
});

export type RevisionsSearch = ReturnType<typeof revisionsSearch>;
