export const postReactionTypes = ['LIKE', 'HELPFUL'] as const;
export type PostReactionType = (typeof postReactionTypes)[number];
