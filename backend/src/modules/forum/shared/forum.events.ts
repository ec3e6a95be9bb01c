import { defineEvent } from '../../../platform/events/events.js';

export const threadCreated = defineEvent<{ id: string; postId: string; authorId: string; mentioned: string[] }>(
  'forum_thread.created',
);
export const threadDeleted = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  title: string;
  /** missing in events of the version before */
  categoryId?: string | null;
  /** deleted with the whole demo: activity and notifications do not name it */
  isDemo?: boolean;
}>('forum_thread.deleted');
/** A reply; the Original Post is part of {@link threadCreated}. */
export const postCreated = defineEvent<{
  id: string;
  threadId: string;
  number: number;
  authorId: string;
  mentioned: string[];
  /** author of the post it replies to */
  repliedToId: string | null;
}>('forum_post.created');
/** `added`: ids of users that the post did not mention before. */
export const postEdited = defineEvent<{
  id: string;
  threadId: string;
  number: number;
  authorId: string;
  actorId: string;
  added: string[];
}>('forum_post.edited');
export const postDeleted = defineEvent<{ id: string; threadId: string; authorId: string; actorId: string }>(
  'forum_post.deleted',
);
/** Done by a moderator; `category` is the name of the new one. */
export const threadModerated = defineEvent<{
  id: string;
  authorId: string;
  actorId: string;
  action: 'moved' | 'locked';
  /** for the version before, whose notifications name it */
  category: string;
}>('forum_thread.moderated');
export const threadSolved = defineEvent<{ id: string; postId: string; postAuthorId: string; actorId: string }>(
  'forum_thread.solved',
);
/** Done by a moderator who split or merged threads. */
export const postsMoved = defineEvent<{
  fromId: string;
  /** for the version before, whose notifications name it */
  fromTitle: string;
  toId: string;
  /** number of the first moved post there */
  firstNumber: number;
  action: 'split' | 'merged';
  /** authors of the moved posts */
  authorIds: string[];
  actorId: string;
}>('forum_posts.moved');
