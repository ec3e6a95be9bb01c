// Faults in the forum and in notifications.
const forum = 'backend/src/modules/forum';
const notifications = 'backend/src/modules/notifications';

/** @type {import('../lib/mutations.mjs').Fault[]} */
export const forumFaults = [
  {
    name: 'reply-to-locked',
    file: `${forum}/shared/forum.policy.ts`,
    from: "actor.can('forum.post') && !is_locked;",
    to: "(actor.can('forum.moderate') || !is_locked) && actor.can('forum.post');",
    wrong: 'Moderators reply to locked threads.',
    tests: [`${forum}/posts/posts.int-spec.ts`],
  },
  {
    name: 'new-member-links',
    file: `${forum}/shared/post-text.service.ts`,
    from: 'this.config.publicUrl) <= most) return;',
    to: 'this.config.publicUrl) < most) return;',
    wrong: 'New members add one link less than they may.',
    tests: [`${forum}/shared/new-members.int-spec.ts`],
  },
  {
    name: 'thread-order',
    file: `${forum}/threads/thread-list.queries.ts`,
    from: "direction: 'desc',",
    to: "direction: 'asc',",
    wrong: 'Threads are listed with the oldest first.',
    tests: [`${forum}/threads/threads.int-spec.ts`],
  },
  {
    name: 'merge-hidden',
    file: `${forum}/moving/thread-moving.service.ts`,
    from: 'if (source.is_hidden || target.is_hidden)',
    to: 'if (target.is_hidden)',
    wrong: 'Merging a hidden thread makes its posts public.',
    tests: [`${forum}/moving/thread-merge.int-spec.ts`],
  },
  {
    name: 'post-index',
    file: `${forum}/posts/posts.service.ts`,
    from: '      await this.index.update(post.id, { markdown: text.content, parsed: text.parsed });\n',
    to: '',
    wrong: 'Search finds a post by its former text only.',
    tests: ['backend/test/forum-search.int-spec.ts'],
  },
  {
    name: 'reply-notifies-its-author',
    file: `${notifications}/listeners/forum-notifications.listener.ts`,
    from: 'new Set([post.authorId, ...post.mentioned])',
    to: 'new Set(post.mentioned)',
    wrong: 'Users are notified of their own replies in threads that they watch.',
    tests: [`${notifications}/listeners/discussion-notifications.int-spec.ts`],
  },
  {
    name: 'notified-of-invisible',
    file: `${notifications}/sending/notification-sender.ts`,
    from: 'return reachable.filter(({ actor }) => viewers.has(actor));',
    to: 'return reachable;',
    wrong: 'Users are notified of what they may not see.',
    tests: [`${notifications}/listeners/discussion-notifications.int-spec.ts`],
  },
  {
    name: 'unsubscribe-signature',
    file: `${notifications}/unsubscribe/unsubscribe-link-signer.ts`,
    from: 'if (timingSafeEqual(signature, await this.sign(id, list))) return',
    to: 'return',
    wrong: 'Anyone can turn off the mails of others.',
    tests: [`${notifications}/sending/notification-mailer.int-spec.ts`],
  },
];
