import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getListBrokenLinksQueryKey, listBrokenLinks } from '../../../api/generated/links/links';
import { backlinks as text } from '../../../messages/backlinks';
import { getUniqueItems, namedCursorPaging } from '../../../shared/cursor-pages';
import { LoadError } from '../../../shared/errors/load-error';
import { PathLink } from '../../../shared/links';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { ListSkeleton } from '../../../ui/skeleton';
import { Table } from '../../../ui/table';
import classes from './content.module.css';

const PAGE_SIZE = 25;

const brokenLinksQuery = infiniteQueryOptions({
  queryKey: [...getListBrokenLinksQueryKey(), 'pages'],
  queryFn: ({ pageParam: cursor, signal }) => listBrokenLinks({ cursor, limit: PAGE_SIZE }, { signal }),
  ...namedCursorPaging,
});

const { columns } = text.broken;

function Links() {
  const query = useInfiniteQuery(brokenLinksQuery);
  const links = getUniqueItems(
    query.data?.pages.map((page) => page.links) ?? [],
    ({ type, id, address }) => `${type} ${id} ${address}`,
  );
  const { results, markFirstNew } = useFocusOnNewItems(links.length, 'tbody a');
  if (!query.data) {
    return query.error ? (
      <LoadError error={query.error} title={text.broken.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={3} rowHeight="3.25rem" />
    );
  }
  if (links.length === 0) return <p>{text.broken.empty}</p>;
  return (
    <div ref={results}>
      <Table columns={[columns.page, columns.address, columns.reason]} hasActions={false}>
        {links.map(({ type, id, title, url, address, reason }) => (
          <tr key={`${type} ${id} ${address}`}>
            <td data-label={columns.page} data-main className={classes.brokenLink}>
              <PathLink href={url} dir="auto">
                {title}
              </PathLink>
            </td>
            <td data-label={columns.address} className={classes.brokenLink}>
              <bdi>{address}</bdi>
            </td>
            <td data-label={columns.reason}>{text.broken.reasons[reason]}</td>
          </tr>
        ))}
      </Table>
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(links.length);
        }}
      />
    </div>
  );
}

/** Links in texts that lead to nothing. */
export default function BrokenLinks() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.broken}>
      <h2 id={titleId}>{text.broken.title}</h2>
      <p>{text.broken.lead}</p>
      <Links />
    </section>
  );
}
