import { defineEvent } from '../../../../platform/events/events.js';

/** `repliedToId`: the author of the parent comment; missing in events of the former version. */
export const commentCreated = defineEvent<{
  id: string;
  itemId: string;
  authorId: string;
  mentioned: string[];
  repliedToId?: string | null;
}>('comment.created');
/** `added`: ids of users that the comment did not mention before. */
export const commentEdited = defineEvent<{
  id: string;
  itemId: string;
  authorId: string;
  actorId: string;
  added: string[];
}>('comment.edited');
export const commentDeleted = defineEvent<{ id: string; itemId: string; authorId: string; actorId: string }>(
  'comment.deleted',
);
/** Of a comment that its author did not resolve. */
export const commentResolved = defineEvent<{ id: string; itemId: string; authorId: string; actorId: string }>(
  'comment.resolved',
);
