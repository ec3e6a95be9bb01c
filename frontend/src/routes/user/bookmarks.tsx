import { createFileRoute } from '@tanstack/react-router';
import { BookmarksScreen } from '../../features/bookmarks/bookmarks-screen';
import { bookmarksSearch } from '../../features/bookmarks/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';

export const Route = createFileRoute('/user/bookmarks')({ validateSearch: bookmarksSearch, component: Bookmarks });

function Bookmarks() {
  const { type } = Route.useSearch();
  return (
    <Protected pending={<ScreenSkeleton />}>
      <BookmarksScreen kind={type} />
    </Protected>
  );
}
