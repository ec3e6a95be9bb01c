import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { backlinks as text } from '../../messages/backlinks';
import { Button } from '../../ui/button';
import { ListSkeleton } from '../../ui/skeleton';
import { getUniqueItems } from '../cursor-pages';
import { LoadError } from '../errors/load-error';
import { PathLink } from '../links';
import { LoadMore, useFocusOnNewItems } from '../load-more';
import { allBacklinksQuery, FIRST_BACKLINKS, firstBacklinksQuery, getTotal } from './queries';
import classes from './linked-from.module.css';

interface LinkedFromProps {
  item: { kind: ContentKind; id: string };
}

/** What links to a document or video. */
export default function LinkedFrom({ item: { kind, id } }: LinkedFromProps) {
  const { data: first, error, refetch } = useQuery(firstBacklinksQuery(kind, id));
  const [isAll, setAll] = useState(false);
  const all = useInfiniteQuery({ ...allBacklinksQuery(kind, id), enabled: isAll });
  const pages = all.data?.pages ?? (first ? [first] : []);
  const links = getUniqueItems(
    pages.map(({ items }) => items),
    (link) => link.type + link.id,
  );
  const { results, markFirstNew } = useFocusOnNewItems(links.length, 'li a');
  if (!first) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={2} rowHeight="1.5rem" />
    );
  }
  if (links.length === 0) return <p>{text.empty}</p>;
  return (
    <div ref={results} className={classes.section}>
      <ul className={classes.links}>
        {links.map(({ type, id: sourceId, title, url, is_in_comment }) => (
          <li key={type + sourceId}>
            <PathLink href={url} dir="auto">
              {title}
            </PathLink>
            {is_in_comment && <span className={classes.place}> {text.inComment}</span>}
          </li>
        ))}
      </ul>
      {first.total > FIRST_BACKLINKS && !all.data && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={isAll && all.isFetching}
          onClick={() => {
            markFirstNew(links.length);
            setAll(true);
            if (all.isError) void all.refetch();
          }}
        >
          {text.all(getTotal(first))}
        </Button>
      )}
      {all.data && (
        <LoadMore
          query={all}
          onLoad={() => {
            markFirstNew(links.length);
          }}
        />
      )}
    </div>
  );
}
