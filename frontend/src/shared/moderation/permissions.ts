/** Who sees the moderation queue: moderators all of it, reviewers what awaits review. One of them is enough. */
export const MODERATION_PERMISSIONS = ['moderation.handle', 'content.publish'] as const;
