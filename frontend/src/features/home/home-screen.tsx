import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { usePageTitle } from '../../lib/use-page-title';
import { ChunkLoadError } from '../../shared/errors/chunk-load-error';
import { useSession } from '../../shared/session/session';
import { LazyBoundary } from '../../ui/lazy-boundary';
import { CategoryLinks } from './category-links';
import { GuestWelcome } from './guest-welcome';
import { homeQuery } from './queries';
import { RecentDocuments, RecentVideos } from './recent-content';
import classes from './home.module.css';

// Loaded on demand, because guests do not need it.
const MemberTop = lazy(() => import('./member-top'));
const BookmarkedContent = lazy(() => import('./bookmarked-content'));

export function HomeScreen() {
  const { user } = useSession();
  const { data: home } = useSuspenseQuery(homeQuery);
  usePageTitle();
  return (
    <div className={classes.screen}>
      {user ? (
        <LazyBoundary fallback={<div className={classes.welcomeSlot} />} errorFallback={<ChunkLoadError />}>
          <MemberTop user={user} />
        </LazyBoundary>
      ) : (
        <GuestWelcome />
      )}
      <RecentDocuments documents={home.recent_documents} />
      <RecentVideos videos={home.recent_videos} />
      {user && (
        <LazyBoundary>
          <BookmarkedContent items={home.user_bookmarks} total={home.user_stats.bookmarks_count} />
        </LazyBoundary>
      )}
      <CategoryLinks categories={home.categories} />
    </div>
  );
}
