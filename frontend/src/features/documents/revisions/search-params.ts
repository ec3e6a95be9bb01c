import { aNumber, anId, readSearch } from '../../../lib/search-params';

const version = aNumber(1);

/** The two versions that are compared, or the one revision without a version that is compared with the text as it is now. */
export const revisionsSearch = readSearch({
  from: version,
  to: version,
  revision: anId,
});

export type RevisionsSearch = ReturnType<typeof revisionsSearch>;
