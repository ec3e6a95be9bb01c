import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useId, useState } from 'react';
import { discussions as text } from '../../../messages/discussions';
import { ChunkLoadError, LoadError } from '../../../shared/errors/load-error';
import { useFirstData } from '../../../shared/use-first-data';
import { LazyBoundary } from '../../../ui/lazy';
import { ListSkeleton } from '../../../ui/skeleton';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import DiscussButton, { type DiscussedItem } from './discuss-button';
import { firstThreadsQuery, getTotal } from './queries';
import classes from './linked.module.css';

/** Most pages have no threads yet, and do not load it. */
const LinkedThreadList = lazy(() => import('./linked-thread-list'));
const LinkedFrom = lazy(() => import('../../../shared/backlinks/linked-from'));
const skeleton = <ListSkeleton rows={2} rowHeight="3.5rem" />;

function Threads({ item }: { item: DiscussedItem }) {
  const { data, error, refetch } = useQuery(firstThreadsQuery(item.kind, item.id));
  if (!data)
    return error ? <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} /> : skeleton;
  if (data.items.length > 0)
    return (
      <LazyBoundary fallback={skeleton} errorFallback={<ChunkLoadError />}>
        <LinkedThreadList item={item} first={data} />
      </LazyBoundary>
    );
  return (
    <div className={classes.empty}>
      <p>{text.empty[item.kind]}</p>
      <DiscussButton item={item} />
    </div>
  );
}

/** The threads about a document or video, the one that a document comes from, and what links to it. */
export default function LinkedThreads({ item }: { item: DiscussedItem }) {
  const titleId = useId();
  const [hasOpenedLinks, setLinksOpened] = useState(false);
  const options = firstThreadsQuery(item.kind, item.id);
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(options);
  useFirstData(isPending, { load: () => queryClient.prefetchQuery(options), refresh: refetch });
  const hasThreads = data !== undefined && data.items.length > 0;
  return (
    <>
      <section className={classes.section} aria-labelledby={titleId}>
        <div className={classes.head}>
          <h3 id={titleId} tabIndex={-1} className={classes.title}>
            {text.title}
          </h3>
          {hasThreads && (
            <>
              <p className={classes.count}>
                <span aria-hidden="true">{getTotal(data)}</span>
                <VisuallyHidden>{text.count({ count: data.total, capped: data.capped })}</VisuallyHidden>
              </p>
              <div className={classes.headAction}>
                <DiscussButton item={item} />
              </div>
            </>
          )}
        </div>
        <Threads item={item} />
      </section>
      {/* Loaded when it is opened: few readers look for it, and the page needs neither the request nor the list. */}
      <details
        className={classes.section}
        onToggle={() => {
          setLinksOpened(true);
        }}
      >
        <summary>{text.linkedFrom}</summary>
        {hasOpenedLinks && (
          <LazyBoundary>
            <LinkedFrom item={item} />
          </LazyBoundary>
        )}
      </details>
    </>
  );
}
