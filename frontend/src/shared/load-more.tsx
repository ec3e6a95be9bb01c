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
    fetchNextPage: () => Promise<{ isError: boolean; data?: { pages: unknown[] } | undefined }>;
  };
  /** Before they are asked for. */
  onLoad?: () => void;
  /** Once they are there, with how many pages there are by then. */
  onLoaded?: (pages: number) => void;
}

/** At the end of a list. What failed to come is said there, beside what came before, and asked for again there. */
export function LoadMore({ query, onLoad, onLoaded }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError, error } = query;
  const hasFailed = isFetchNextPageError && !isLoading;
  if (!hasNextPage) return null;
  const load = async () => {
    onLoad?.();
    const after = await query.fetchNextPage();
    if (after.data && !after.isError) onLoaded?.(after.data.pages.length);
  };
  return (
    <div className={classes.more}>
      <FormFailure text={hasFailed ? listTexts.moreFailed : null} detail={loadFailureText(error)} />
      <Button look="default" loading={isLoading} onClick={() => void load()}>
        {hasFailed ? messages.common.tryAgain : messages.common.loadMore}
      </Button>
    </div>
  );
}
