import type { Actor } from '../../../../platform/access/actor.js';
import type { CategoryScope } from '../../../auth/index.js';
import { canSee, toCategoryActor, type Audience } from '../../audience/audience.js';

interface CommentFacts {
  author_id: string;
}

/** A comment with its item; neither is in the trash. */
export interface CommentState extends CommentFacts {
  is_hidden: boolean;
  item_author_id: string;
  audience: Audience;
  category: CategoryScope | null;
}

export const canModerateComments = (actor: Actor): boolean => actor.can('moderation.handle');

/** The rule of `isCommentVisible` for one comment. */
export const canSeeComment = (
  actor: Actor,
  { author_id, is_hidden, item_author_id, audience, category }: CommentState,
): boolean =>
  (!is_hidden || actor.id === author_id || canModerateComments(toCategoryActor(actor, category))) &&
  canSee(actor, { authorId: item_author_id, audience, category });

export const canEditComment = (actor: Actor, comment: CommentFacts): boolean =>
  (actor.id === comment.author_id && actor.can('comments.create')) || canModerateComments(actor);

/** Authors may always delete their own comments, even without the permission to write. */
export const canDeleteComment = (actor: Actor, comment: CommentFacts): boolean =>
  actor.id === comment.author_id || canModerateComments(actor);
