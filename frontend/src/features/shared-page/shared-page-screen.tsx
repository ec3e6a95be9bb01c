import { IconLinkOff } from '@tabler/icons-react';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { SharedItemResponse } from '../../api/generated/model/sharedItemResponse';
import { hasCode, hasStatus } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { sharedPage as text } from '../../messages/shared-page';
import { LoadError } from '../../shared/errors/load-error';
import { LazyBoundary } from '../../ui/lazy';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import { PasswordForm } from './password-form';
import { PageList, PageNeighbours } from './page-navigation';
import { sharedItemQuery } from './shared-item-query';
import classes from './shared-page.module.css';

const reloadPage = () => {
  window.location.reload();
};

/** What leads to the other pages of the link; null where it opens one only. */
export interface SharedPageNavigation {
  /** above the item */
  list: ReactNode;
  /** below the item */
  neighbours: ReactNode;
}

type RenderItem = (item: SharedItemResponse, navigation: SharedPageNavigation) => ReactNode;

/** Milliseconds in which actions of the reader check the link at most once. */
const CHECK_INTERVAL_MS = 2000;

/** The same for unknown links and for those that have ended. */
function LinkGone({ shouldFocus }: { shouldFocus: boolean }) {
  usePageTitle(text.gone);
  return (
    <StateView
      level={1}
      shouldFocus={shouldFocus}
      icon={<IconLinkOff size={24} />}
      title={text.gone}
      text={text.goneText}
    />
  );
}

function SharedPageSkeleton() {
  return (
    <Skeleton className={classes.column}>
      <SkeletonItem width="80%" height="2.5rem" />
      <SkeletonItem width="60%" height="1.25rem" />
      <SkeletonItem height="20rem" />
    </Skeleton>
  );
}

// Neither errors nor presses that a player handles bubble, so they are taken on their way down.
const REASONS_TO_CHECK = ['pointerdown', 'keydown', 'error'];

/**
 * Calls `check` when the reader comes back to the page or uses it anywhere, and when an image or a video cannot be
 * loaded. (The query itself does when its tab becomes visible.)
 */
function useLinkCheck(check: () => void) {
  // At once, and at the end of the interval what came meanwhile.
  const checkThrottled = useThrottledCallback(check, CHECK_INTERVAL_MS);
  useEffect(() => {
    const listener = () => {
      checkThrottled();
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const type of REASONS_TO_CHECK) document.addEventListener(type, listener, options);
    window.addEventListener('focus', listener, { signal: listening.signal });
    return () => {
      listening.abort();
    };
  }, [checkThrottled]);
}

interface SharedItemProps extends SharedPageProps {
  item: SharedItemResponse;
  check: () => void;
}

function SharedItem({ item, check, token, page, render }: SharedItemProps) {
  usePageTitle(item.title);
  useLinkCheck(check);
  const place = { token, pages: item.pages, page };
  return render(item, {
    list: item.pages.length > 0 && <PageList {...place} />,
    neighbours: item.pages.length > 0 && <PageNeighbours {...place} />,
  });
}

interface SharedPageProps {
  token: string;
  /** The id of one of the pages below the item of the link. */
  page: string | undefined;
  render: RenderItem;
}

/** The page of a share link: what the link opens, and nothing else of the hub. */
export function SharedPageScreen(props: SharedPageProps) {
  const { token, page } = props;
  const { data, error, refetch } = useQuery(sharedItemQuery(token, page));
  // Also where the item was there before.
  if (hasStatus(error, 404)) return <LinkGone shouldFocus={data !== undefined} />;
  if (hasCode(error, 'password_required')) return <PasswordForm token={token} page={page} />;
  if (data)
    return (
      <LazyBoundary
        fallback={<SharedPageSkeleton />}
        errorFallback={<LoadError isPage title={text.loadFailed} onRetry={reloadPage} />}
      >
        <SharedItem {...props} item={data} check={() => void refetch({ cancelRefetch: false })} />
      </LazyBoundary>
    );
  if (error) return <LoadError isPage error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
  return <SharedPageSkeleton />;
}
