import { IconTrash } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { TrashItemResponse } from '../../api/generated/model/trashItemResponse';
import { listTrash } from '../../api/generated/trash/trash';
import { formatDate, formatDateTime } from '@hub/shared/formats';
import { usePageTitle } from '../../lib/page';
import { trashTexts as text } from '../../messages/trash';
import { getUniqueItems, namedCursorPaging } from '../../shared/cursor-pages';
import { LoadError } from '../../shared/errors/load-error';
import { UserLink } from '../../shared/links';
import { LoadMore, useFocusOnNewItems } from '../../shared/load-more';
import { TRASH_KEY } from '../../shared/trash/trash';
import { PageHeading } from '../../ui/page-heading';
import { ListSkeleton } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import { Table } from '../../ui/table';
import { RowActions } from './row-actions';
import classes from './trash.module.css';

const PAGE_SIZE = 25;

/** @param all with what others deleted */
function trashQuery(all: boolean) {
  const params = { limit: PAGE_SIZE, ...(all && { all }) };
  return infiniteQueryOptions({
    queryKey: [...TRASH_KEY, { all }, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => listTrash({ ...params, cursor }, { signal }),
    ...namedCursorPaging,
  });
}

function TrashRow({ item, all }: { item: TrashItemResponse; all: boolean }) {
  const { type, title, deleted_at, deleted_by, purge_at } = item;
  return (
    <tr>
      <td data-label={text.item} data-main>
        <div className={classes.item}>
          <bdi className={classes.title}>{title}</bdi>
          <span className={classes.muted}>{text.types[type]}</span>
        </div>
      </td>
      <td data-label={text.deletedAt} className={classes.date}>
        <time dateTime={deleted_at}>{formatDateTime(deleted_at)}</time>
      </td>
      {all && (
        <td data-label={text.deletedBy} className={classes.person}>
          {deleted_by && <UserLink id={deleted_by.id} name={deleted_by.name} />}
        </td>
      )}
      <td data-label={text.purgeAt} className={classes.date}>
        <time dateTime={purge_at}>{formatDate(purge_at)}</time>
      </td>
      <td data-actions>
        <RowActions item={item} />
      </td>
    </tr>
  );
}

function TrashList({ all }: { all: boolean }) {
  const query = useInfiniteQuery(trashQuery(all));
  const items = getUniqueItems(query.data?.pages.map((page) => page.items) ?? [], ({ id }) => id);
  const { results, markFirstNew } = useFocusOnNewItems(items.length, '[data-actions] button:first-of-type');
  if (!query.data) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={5} rowHeight="3.5rem" />
    );
  }
  if (items.length === 0)
    return (
      <StateView icon={<IconTrash size={24} />} title={text.empty} text={all ? text.emptyAllText : text.emptyText} />
    );
  return (
    <div ref={results}>
      <Table columns={[text.item, text.deletedAt, ...(all ? [text.deletedBy] : []), text.purgeAt]}>
        {items.map((item) => (
          <TrashRow key={item.id} item={item} all={all} />
        ))}
      </Table>
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(items.length);
        }}
      />
    </div>
  );
}

/** @param all with what others deleted, for the administration */
export function TrashScreen({ all }: { all: boolean }) {
  const { data } = useInfiniteQuery(trashQuery(all));
  const days = data?.pages[0]?.retention_days;
  usePageTitle(text.title);
  return (
    <>
      <PageHeading
        title={text.title}
        description={days === undefined ? '\u00a0' : (all ? text.leadAll : text.lead)(days)}
      />
      <TrashList all={all} />
    </>
  );
}
