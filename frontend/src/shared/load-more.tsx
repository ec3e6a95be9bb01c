import { useEffect, useRef } from 'react';
import { getLoadErrorText } from '../api/problem';
import { listTexts, messages } from '../messages/common';
import { Button } from '../ui/button';
import { FormError } from '../ui/form-error';
import classes from './load-more.module.css';

/**
 * Moves the focus to the first item loaded last, because the button that loaded it has moved or disappeared.
 * @param selector the element to focus in each item
 */
export function useFocusOnNewItems(count: number, selector = 'h3 a') {
  const results = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    if (firstNew.current === undefined || firstNew.current >= count) return;
    results.current?.querySelectorAll<HTMLElement>(selector)[firstNew.current]?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [count, selector]);
  const markFirstNew = (index: number) => {
    firstNew.current = index;
  };
  return { results, markFirstNew };
}

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<{ isError: boolean; data?: { pages: unknown[] } | undefined }>;
  };
  /** Called before the request. */
  onLoad?: () => void;
  /** Called after loading with the number of pages. */
  onLoaded?: (pages: number) => void;
}

/** The end of a list. A loading error is shown there with a retry button, below the loaded items. */
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
      <FormError text={hasFailed ? listTexts.moreFailed : null} detail={getLoadErrorText(error)} />
      <Button variant="default" isLoading={isLoading} onClick={() => void load()}>
        {hasFailed ? messages.common.tryAgain : messages.common.loadMore}
      </Button>
    </div>
  );
}
