import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { useFocusOnNewItems } from '../../shared/load-more';
import { comments as text } from '../../messages/en-engagement';
import { LoadError } from '../../shared/errors/load-error';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { CommentItem } from './comment-item';
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
  comments: readonly CommentResponse[] | undefined;
  /** The id of the comment the URL refers to. */
  linked: string | undefined;
  onReply?: (comment: CommentResponse) => void;
}

export function CommentList({ query, comments, linked, onReply }: CommentListProps) {
  const { results, focusFrom } = useFocusOnNewItems(comments?.length ?? 0, 'li[tabindex]');
  if (!comments) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <CommentListSkeleton />
    );
  }
  // An empty page does not mean an empty list: the loaded comments may have been deleted.
  const isEmpty = comments.length === 0 && !query.hasNextPage && !query.hasPreviousPage;
  if (isEmpty) return <p className={classes.empty}>{onReply ? text.emptyForMembers : text.empty}</p>;
  return (
    <div ref={results} className={classes.all}>
      {query.hasPreviousPage && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={query.isFetchingPreviousPage}
          onClick={() => {
            focusFrom(0);
            void query.fetchPreviousPage();
          }}
        >
          {text.newer}
        </Button>
      )}
      <ol className={classes.list}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} isLinked={comment.id === linked} onReply={onReply} />
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
            focusFrom(comments.length);
            void query.fetchNextPage();
          }}
        >
          {text.older}
        </Button>
      )}
    </div>
  );
}
