import type { Actor } from '../../../platform/access/actor.js';

export interface CommentFacts {
  author_id: string;
}

const isOwn = (actor: Actor, comment: CommentFacts): boolean =>
  actor.id === comment.author_id && actor.can('comments.create');

export const moderatesComments = (actor: Actor): boolean => actor.can('moderation.handle');

export const canEditComment = (actor: Actor, comment: CommentFacts): boolean =>
  isOwn(actor, comment) || moderatesComments(actor);

/** One's own can always be taken back, even by whoever may not write any more. */
export const canDeleteComment = (actor: Actor, comment: CommentFacts): boolean =>
  actor.id === comment.author_id || moderatesComments(actor);
