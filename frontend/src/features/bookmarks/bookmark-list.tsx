import { IconBookmark, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { useFocusOnNew } from '../../lib/use-focus-on-new';
import { bookmarks as text } from '../../messages/en-bookmarks';
import { CardGrid, CardGridSkeleton } from '../../shared/content/card-grid';
import { LoadFailed } from '../../shared/errors/load-failed';
import { LoadMore } from '../../shared/load-more';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { BookmarkCard } from './bookmark-card';
import { bookmarksQuery } from './queries';

const BONES = 6;

function NoBookmarks({ kind }: { kind: ContentKind | undefined }) {
  if (kind) {
    return (
      <StateView icon={<IconFilterOff size={24} />} title={text.noneTitle[kind]} text={text.noneText}>
        <ButtonLink to="/user/bookmarks" look="default">
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
  // What is bookmarked between two requests moves the others on, and one of them then comes twice.
  const found = query.data?.pages.flatMap(({ items }) => items.map((item) => [item.content.id, item] as const));
  const items = [...new Map(found).values()];
  const { results, focusFrom } = useFocusOnNew(items.length);
  if (!found) {
    return query.error ? (
      <LoadFailed error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <CardGridSkeleton count={BONES} />
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
