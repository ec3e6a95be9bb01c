/** The keys of posts, without a modifier. */
export const threadKeys = { next: 'j', previous: 'k', reply: 'r', edit: 'e' } as const;

/** The keys of the moderation queue, without a modifier. */
export const queueKeys = { next: 'j', previous: 'k', approve: 'a', reject: 'r' } as const;
