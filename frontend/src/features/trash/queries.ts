import { infiniteQueryOptions } from '@tanstack/react-query';
import { listTrash } from '../../api/generated/trash/trash';
import { namedCursorPaging } from '../../shared/cursor-pages';
import { TRASH_KEY } from '../../shared/trash/trash';

const PAGE_SIZE = 25;

/** @param all with what others deleted */
export function trashQuery(all: boolean) {
  const params = { limit: PAGE_SIZE, ...(all && { all }) };
  return infiniteQueryOptions({
    queryKey: [...TRASH_KEY, { all }, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => listTrash({ ...params, cursor }, { signal }),
    ...namedCursorPaging,
  });
}
