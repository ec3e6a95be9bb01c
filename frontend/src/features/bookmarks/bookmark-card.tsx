import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import { ReactionType } from '../../api/generated/model/reactionType';
import { formatDate } from '../../lib/format';
import { bookmarks as text } from '../../messages/en-bookmarks';
import { ContentCard } from '../../shared/content/content-card';
import { useReactionMutation } from '../reactions/use-reaction-mutation';
import { IconButton } from '../../ui/icon-button';
import classes from './bookmarks.module.css';
import { updateBookmarkCache } from './queries';

const { BOOKMARK } = ReactionType;
const ICON = 16;

/** A card that stays after its bookmark is removed, so that it can be undone. */
export function BookmarkCard({ item: { type, content, bookmarked_at } }: { item: BookmarkItemResponse }) {
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
