import { ThreadSort } from '../../../api/generated/model/threadSort';
import { createSearchParser, integerParam, textParam } from '../../../lib/search-params';

export const SORTS = Object.values(ThreadSort);

const MAX_PAGE = 100_000;

/** The page, the filters and the order of a category's threads in the URL. */
export const threadsSearch = createSearchParser({
  page: integerParam(2, MAX_PAGE),
  /** Where the page begins or ends, when it was reached from its neighbour. */
  after: textParam,
  before: textParam,
  sort: (raw) => SORTS.find((sort) => sort === raw && sort !== 'activity'),
  tag: textParam,
  solved: (raw) => (typeof raw === 'boolean' ? raw : undefined),
});

export type ThreadsSearch = ReturnType<typeof threadsSearch>;

export const isFiltered = ({ tag, solved }: ThreadsSearch): boolean => tag !== undefined || solved !== undefined;
