import { messages } from '../messages/en';
import { listTexts } from '../messages/en-lists';
import { Button } from '../ui/button';
import { FormFailure } from '../ui/form-failure';
import { loadFailureText } from './errors/failure-text';
import classes from './load-more.module.css';

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Instead of simply fetching them. */
  onLoad?: () => void;
}

/** At the end of a list. What failed to come is said there, beside what came before, and asked for again there. */
export function LoadMore({ query, onLoad = () => void query.fetchNextPage() }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: hasFailed, error } = query;
  if (!hasNextPage) return null;
  return (
    <div className={classes.more}>
      <FormFailure text={hasFailed ? listTexts.moreFailed : null} detail={loadFailureText(error)} />
      <Button look="default" loading={isFetchingNextPage} onClick={onLoad}>
        {hasFailed ? messages.common.tryAgain : messages.common.loadMore}
      </Button>
    </div>
  );
}
