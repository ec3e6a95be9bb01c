/** Holders of one of these see what others deleted. The server checks the same. */
export const TRASH_PERMISSIONS = ['content.delete_any', 'forum.moderate', 'moderation.handle'] as const;
