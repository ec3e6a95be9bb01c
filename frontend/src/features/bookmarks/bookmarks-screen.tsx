import { IconBookmark, IconBookmarkFilled, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { formatDate } from '@hub/shared/formats';
import { usePageTitle } from '../../lib/page';
import { bookmarks as text } from '../../messages/bookmarks';
import { CardGrid, CardGridSkeleton } from '../../shared/content/card-grid';
import { ContentCard } from '../../shared/content/content-card';
import { getUniqueItems } from '../../shared/cursor-pages';
import { LoadError } from '../../shared/errors/load-error';
import { LoadMore, useFocusOnNewItems } from '../../shared/load-more';
import { ButtonLink, IconButton } from '../../ui/button';
import { PageHeading } from '../../ui/page-heading';
import { SegmentedControl } from '../../ui/segmented-control';
import { StateView } from '../../ui/state-view';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { useReactionMutation } from '../reactions/queries';
import { bookmarksQuery, updateBookmarkCache } from './queries';
import classes from './bookmarks.module.css';

const { BOOKMARK } = ReactionType;
const ICON = 16;

/** A card that stays after its bookmark is removed, so that it can be undone. */
function BookmarkCard({ item: { type, content, bookmarked_at } }: { item: BookmarkItemResponse }) {
  const queryClient = useQueryClient();
  const [isStored, setIsStored] = useState(true);
  const { pendingReactions, react } = useReactionMutation({
    kind: type,
    id: content.id,
    onSuccess: (response) => {
      const { active } = response;
      updateBookmarkCache(queryClient, response, active === isStored ? 0 : active ? 1 : -1);
      setIsStored(active);
    },
  });
  const isBookmarked = pendingReactions.at(-1)?.active ?? isStored;
  const Icon = isBookmarked ? IconBookmarkFilled : IconBookmark;
  return (
    <ContentCard
      content={{ ...content, bookmark_count: content.bookmark_count + Number(isBookmarked) - Number(isStored) }}
      isFaded={!isBookmarked}
      action={
        <IconButton
          isFramed
          className={isBookmarked ? classes.bookmarked : undefined}
          aria-label={isBookmarked ? text.remove(content.title) : text.restore(content.title)}
          onClick={() => {
            react({ type: BOOKMARK, active: !isBookmarked });
          }}
        >
          <Icon size={ICON} aria-hidden="true" />
        </IconButton>
      }
      footnote={
        <time dateTime={bookmarked_at}>{isBookmarked ? text.bookmarked(formatDate(bookmarked_at)) : text.removed}</time>
      }
    />
  );
}

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

function BookmarkList({ kind }: { kind: ContentKind | undefined }) {
  const query = useInfiniteQuery(bookmarksQuery(kind));
  const pages = query.data?.pages.map((page) => page.items);
  // An item whose bookmark was removed and added again has two of them.
  const items = getUniqueItems(pages ?? [], ({ content }) => content.id);
  const { results, markFirstNew } = useFocusOnNewItems(items.length);
  if (!pages) {
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
          markFirstNew(items.length);
        }}
      />
    </div>
  );
}

const KIND_OPTIONS = ['all', ...Object.values(ContentKind)] as const;

function BookmarkCount({ kind }: { kind: ContentKind | undefined }) {
  const { data } = useInfiniteQuery(bookmarksQuery(kind));
  const last = data?.pages.at(-1);
  return (
    <p aria-live="polite" className={classes.count}>
      {last ? text.count({ count: last.total, capped: last.capped }) : '\u00a0'}
    </p>
  );
}

export function BookmarksScreen({ kind }: { kind: ContentKind | undefined }) {
  const navigate = useNavigate();
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <div className={classes.bar}>
        <BookmarkCount kind={kind} />
        <SegmentedControl
          label={text.filter}
          value={kind ?? 'all'}
          options={KIND_OPTIONS.map((value) => ({ value, label: text.types[value] }))}
          onChange={(value) =>
            void navigate({
              to: '/user/bookmarks',
              search: { type: value === 'all' ? undefined : value },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <BookmarkList key={kind} kind={kind} />
    </>
  );
}
