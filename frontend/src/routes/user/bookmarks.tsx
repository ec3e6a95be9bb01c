import { createFileRoute } from '@tanstack/react-router';
import { ContentKind } from '../../api/generated/model/contentKind';
import { BookmarksScreen } from '../../features/bookmarks/bookmarks-screen';
import { createSearchParser, enumParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/user/bookmarks')({
  validateSearch: createSearchParser({ type: enumParam(Object.values(ContentKind)) }),
  component: Bookmarks,
});

function Bookmarks() {
  const { type } = Route.useSearch();
  return (
    <Protected pending={<ScreenSkeleton />}>
      <BookmarksScreen kind={type} />
    </Protected>
  );
}
