import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommentOrder } from '../../api/generated/model/commentOrder';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import { useFocusOnNewItems } from '../../shared/load-more';
import { comments as text } from '../../messages/engagement';
import { LoadError } from '../../shared/errors/load-error';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { CommentThread } from './comment-thread';
import type { Subject } from './queries';
import classes from './comments.module.css';

const SKELETON_ITEMS = 3;

function CommentListSkeleton() {
  return (
    <Skeleton>
      <div className={classes.skeleton}>
        {Array.from({ length: SKELETON_ITEMS }, (_, index) => (
          <div key={index} className={classes.comment}>
            <SkeletonItem width="2rem" height="2rem" />
            <div className={classes.skeleton}>
              <SkeletonItem width="14rem" height="0.875rem" />
              <SkeletonItem width="90%" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

interface CommentListProps {
  query: UseInfiniteQueryResult;
  subject: Subject;
  order: CommentOrder;
  threads: readonly CommentThreadResponse[] | undefined;
  /** The id of the comment the URL refers to. */
  linked: string | undefined;
  canReply: boolean;
}

export function CommentList({ query, subject, order, threads, linked, canReply }: CommentListProps) {
  const { results, markFirstNew } = useFocusOnNewItems(threads?.length ?? 0, `.${classes.thread} > article`);
  const [earlier, later] = order === 'oldest' ? [text.older, text.newer] : [text.newer, text.older];
  if (!threads) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <CommentListSkeleton />
    );
  }
  // An empty page does not mean an empty list: the loaded comments may have been deleted.
  const isEmpty = threads.length === 0 && !query.hasNextPage && !query.hasPreviousPage;
  if (isEmpty) return <p className={classes.empty}>{canReply ? text.emptyForMembers : text.empty}</p>;
  return (
    <div ref={results} className={classes.all}>
      {query.hasPreviousPage && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={query.isFetchingPreviousPage}
          onClick={() => {
            markFirstNew(0);
            void query.fetchPreviousPage();
          }}
        >
          {earlier}
        </Button>
      )}
      <ol className={classes.list}>
        {threads.map((thread) => (
          <CommentThread key={thread.id} subject={subject} thread={thread} linked={linked} canReply={canReply} />
        ))}
      </ol>
      {(query.isFetchNextPageError || query.isFetchPreviousPageError) && (
        <p role="alert" className={classes.missing}>
          {text.moreFailed}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={query.isFetchingNextPage}
          onClick={() => {
            markFirstNew(threads.length);
            void query.fetchNextPage();
          }}
        >
          {later}
        </Button>
      )}
    </div>
  );
}
