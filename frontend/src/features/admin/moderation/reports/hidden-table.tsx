import { useInfiniteQuery } from '@tanstack/react-query';
import type { HiddenItemResponse } from '../../../../api/generated/model/hiddenItemResponse';
import type { ReportedType } from '../../../../api/generated/model/reportedType';
import { formatDateTime } from '@hub/shared/formats';
import { reportTexts as text } from '../../../../messages/admin-moderation';
import { LoadError } from '../../../../shared/errors/load-error';
import { UserLink } from '../../../../shared/links';
import { LoadMore } from '../../../../shared/load-more';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Table } from '../../../../ui/table';
import { EmptyReports } from './empty-reports';
import { hiddenItemsQuery } from './queries';
import { ReportedItem } from './reported-item';
import { RestoreButton } from './restore-button';
import classes from './reports.module.css';

function HiddenRow({ item }: { item: HiddenItemResponse }) {
  const { id, type, title } = item;
  return (
    <tr>
      <td data-label={text.item} data-main className={classes.item}>
        <ReportedItem item={item} note={item.has_open_reports ? text.openReports : undefined} />
      </td>
      <td data-label={text.author} className={classes.person}>
        <UserLink id={item.author_id} name={item.author_name} />
      </td>
      <td data-label={text.hiddenAt} className={classes.date}>
        <time dateTime={item.hidden_at}>{formatDateTime(item.hidden_at)}</time>
      </td>
      <td data-actions>
        <RestoreButton item={{ id, type, title, hasOpenReports: item.has_open_reports }} />
      </td>
    </tr>
  );
}

/** Everything that is hidden, for example what keeps a forum category from being deleted. */
export function HiddenTable({ type }: { type: ReportedType | undefined }) {
  const query = useInfiniteQuery(hiddenItemsQuery(type));
  if (!query.data) {
    return query.error ? (
      <LoadError error={query.error} title={text.hiddenLoadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={5} rowHeight="3.5rem" />
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyReports view="hidden" isFiltered={type !== undefined} />;
  return (
    <>
      <Table columns={[text.item, text.author, text.hiddenAt]}>
        {items.map((item) => (
          <HiddenRow key={item.id} item={item} />
        ))}
      </Table>
      <LoadMore query={query} />
    </>
  );
}
