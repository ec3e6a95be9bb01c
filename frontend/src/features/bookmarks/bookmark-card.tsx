import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import { ReactionType } from '../../api/generated/model/reactionType';
import { formatDate } from '../../lib/format';
import { bookmarks as text } from '../../messages/en-bookmarks';
import { ContentCard } from '../../shared/content/content-card';
import { useWishes } from '../../shared/reactions/use-wishes';
import { IconButton } from '../../ui/icon-button';
import classes from './bookmarks.module.css';
import { noteBookmark } from './queries';

const { BOOKMARK } = ReactionType;
const ICON = 16;

/** A card that stays when its bookmark goes, so that one press brings it back. */
export function BookmarkCard({ item: { type, content, bookmarked_at } }: { item: BookmarkItemResponse }) {
  const queryClient = useQueryClient();
  const [isThere, setThere] = useState(true);
  const { wishes, wish } = useWishes({
    kind: type,
    id: content.id,
    onAnswer: (answer) => {
      const { active } = answer;
      noteBookmark(queryClient, answer, active === isThere ? 0 : active ? 1 : -1);
      setThere(active);
    },
  });
  const isKept = wishes.at(-1)?.active ?? isThere;
  const Icon = isKept ? IconBookmarkFilled : IconBookmark;
  return (
    <ContentCard
      content={{ ...content, bookmark_count: content.bookmark_count + Number(isKept) - Number(isThere) }}
      isFaded={!isKept}
      act={
        <IconButton
          framed
          className={isKept ? classes.kept : undefined}
          aria-label={isKept ? text.remove(content.title) : text.restore(content.title)}
          onClick={() => {
            wish({ type: BOOKMARK, active: !isKept });
          }}
        >
          <Icon size={ICON} aria-hidden="true" />
        </IconButton>
      }
      note={<time dateTime={bookmarked_at}>{isKept ? text.bookmarked(formatDate(bookmarked_at)) : text.removed}</time>}
    />
  );
}
