import type { ReactionCounts } from './item-lock.js';

export const reactionTypes = ['LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED'] as const;
export type ReactionType = (typeof reactionTypes)[number];

/** The item's counter of each type. */
export const counterColumns: Record<ReactionType, keyof ReactionCounts> = {
  LIKE: 'like_count',
  HELPFUL: 'helpful_count',
  BOOKMARK: 'bookmark_count',
  CONFUSED: 'confused_count',
};

/** Types that give the author a point of reputation, unless they are the author's own. */
export const reputationReactions: readonly ReactionType[] = ['LIKE', 'HELPFUL'];
