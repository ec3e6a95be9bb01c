import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { usePageTitle } from '../../lib/use-page-title';
import { PartFailed } from '../../shared/errors/part-failed';
import { useSession } from '../../shared/session/session';
import { Part } from '../../ui/part';
import { CategoryLinks } from './category-links';
import { GuestWelcome } from './guest-welcome';
import { homeQuery } from './queries';
import { RecentDocuments, RecentVideos } from './recent-content';
import classes from './home.module.css';

// Guests, who come here first, have none of it.
const MemberTop = lazy(() => import('./member-top'));
const BookmarkedContent = lazy(() => import('./bookmarked-content'));

export function HomeScreen() {
  const { user } = useSession();
  const { data: home } = useSuspenseQuery(homeQuery);
  usePageTitle();
  return (
    <div className={classes.screen}>
      {user ? (
        <Part waiting={<div className={classes.welcomePlace} />} missing={<PartFailed />}>
          <MemberTop user={user} />
        </Part>
      ) : (
        <GuestWelcome />
      )}
      <RecentDocuments documents={home.recent_documents} />
      <RecentVideos videos={home.recent_videos} />
      {user && (
        <Part>
          <BookmarkedContent items={home.user_bookmarks} total={home.user_stats.bookmarks_count} />
        </Part>
      )}
      <CategoryLinks categories={home.categories} />
    </div>
  );
}
