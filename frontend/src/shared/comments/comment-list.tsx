import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { useFocusOnNew } from '../../lib/use-focus-on-new';
import { comments as text } from '../../messages/en-comments';
import { Bone } from '../../ui/bone';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import { LoadFailed } from '../errors/load-failed';
import { CommentItem } from './comment-item';
import classes from './comments.module.css';

const BONES = 3;

function CommentBones() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        {Array.from({ length: BONES }, (_, index) => (
          <div key={index} className={classes.comment}>
            <Bone width="2rem" height="2rem" />
            <div className={classes.bones}>
              <Bone width="14rem" height="0.875rem" />
              <Bone width="90%" />
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
  /** The comment that the address leads to. */
  linked: string | undefined;
  onReply?: (comment: CommentResponse) => void;
}

export function CommentList({ query, comments, linked, onReply }: CommentListProps) {
  const { results, focusFrom } = useFocusOnNew(comments?.length ?? 0, 'li[tabindex]');
  if (!comments) {
    return query.error ? (
      <LoadFailed error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <CommentBones />
    );
  }
  // Those that are shown may have been deleted, and others not.
  const isEmpty = comments.length === 0 && !query.hasNextPage && !query.hasPreviousPage;
  if (isEmpty) return <p className={classes.empty}>{onReply ? text.emptyForMembers : text.empty}</p>;
  return (
    <div ref={results} className={classes.all}>
      {query.hasPreviousPage && (
        <Button
          look="default"
          className={classes.more}
          loading={query.isFetchingPreviousPage}
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
          look="default"
          className={classes.more}
          loading={query.isFetchingNextPage}
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
