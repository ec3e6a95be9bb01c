import { lazy } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { Reactions } from './reactions';

const MemberItemReactions = lazy(() => import('./member-item-reactions'));

export interface ReactableContent {
  id: string;
  author_id: string;
  like_count: number;
  helpful_count: number;
  confused_count: number;
  bookmark_count: number;
  /** absent for guests */
  abilities?: { comment: boolean; react: boolean };
}

/** The reactions to a document or video. */
export function ItemReactions({ kind, content }: { kind: ContentKind; content: ReactableContent }) {
  const counts = {
    LIKE: content.like_count,
    HELPFUL: content.helpful_count,
    CONFUSED: content.confused_count,
    BOOKMARK: content.bookmark_count,
  };
  return (
    <Reactions subject={content.id} counts={counts}>
      <MemberItemReactions kind={kind} content={content} counts={counts} />
    </Reactions>
  );
}
