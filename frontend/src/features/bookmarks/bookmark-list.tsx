import { IconBookmark, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { useFocusOnNewItems } from '../../lib/use-focus-on-new-items';
import { bookmarks as text } from '../../messages/en-bookmarks';
import { CardGrid, CardGridSkeleton } from '../../shared/content/card-grid';
import { LoadError } from '../../shared/errors/load-error';
import { LoadMore } from '../../shared/load-more';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { BookmarkCard } from './bookmark-card';
import { bookmarksQuery } from './queries';

const SKELETON_CARDS = 6;

function NoBookmarks({ kind }: { kind: ContentKind | undefined }) {
  if (kind) {
    return (
      <StateView icon={<IconFilterOff size={24} />} title={text.noneTitle[kind]} text={text.noneText}>
        <ButtonLink to="/user/bookmarks" variant="default">
          {text.showAll}
        </ButtonLink>
      </StateView>
    );
  }
  return (
    <StateView icon={<IconBookmark size={24} />} title={text.emptyTitle} text={text.emptyText}>
      <ButtonLink to="/docs">{text.browse}</ButtonLink>
    </StateView>
  );
}

export function BookmarkList({ kind }: { kind: ContentKind | undefined }) {
  const query = useInfiniteQuery(bookmarksQuery(kind));
  // An item bookmarked between two requests shifts the pages, so that one item can appear twice.
  const entries = query.data?.pages.flatMap(({ items }) => items.map((item) => [item.content.id, item] as const));
  const items = [...new Map(entries).values()];
  const { results, focusFrom } = useFocusOnNewItems(items.length);
  if (!entries) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <CardGridSkeleton count={SKELETON_CARDS} />
    );
  }
  if (items.length === 0) return <NoBookmarks kind={kind} />;
  return (
    <div ref={results}>
      <VisuallyHidden>
        <h2>{text.results}</h2>
      </VisuallyHidden>
      <CardGrid>
        {items.map((item) => (
          <BookmarkCard key={item.content.id} item={item} />
        ))}
      </CardGrid>
      <LoadMore
        query={query}
        onLoad={() => {
          focusFrom(items.length);
        }}
      />
    </div>
  );
}
