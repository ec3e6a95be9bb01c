import type { ReactionCounts } from '../items/item-lock.js';

export const reactionTypes = ['LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED'] as const;
export type ReactionType = (typeof reactionTypes)[number];

/** Which counter of an item counts them. */
export const counterOf: Record<ReactionType, keyof ReactionCounts> = {
  LIKE: 'like_count',
  HELPFUL: 'helpful_count',
  BOOKMARK: 'bookmark_count',
  CONFUSED: 'confused_count',
};

/** A point of reputation for the author, when somebody else gives them. */
export const praises: readonly ReactionType[] = ['LIKE', 'HELPFUL'];
