import type { Actor } from '../../../../platform/access/actor.js';
import type { Row } from '../../../../schema/index.js';
import type { CategoryScope } from '../../../auth/index.js';
import { canSee, toCategoryActor, type Audience } from '../../audience/audience.js';
import { canEdit, canReview } from '../../items/item.policy.js';

interface CommentFacts {
  author_id: string;
}

/** The text in review that a comment is about. */
export interface ReviewOfComment {
  author_id: string;
  /** whether that text is, or would be, INTERNAL */
  is_internal: boolean;
}

/** A comment with its item; neither is in the trash. */
export interface CommentState extends CommentFacts {
  is_hidden: boolean;
  item_author_id: string;
  review: ReviewOfComment | null;
  audience: Audience;
  category: CategoryScope | null;
}

export const canModerateComments = (actor: Actor): boolean => actor.can('moderation.handle');

/** The rule of `isCommentVisible` for one comment. */
export function canSeeComment(actor: Actor, comment: CommentState): boolean {
  const { author_id, is_hidden, item_author_id, review, audience, category } = comment;
  const acting = toCategoryActor(actor, category);
  return (
    (!is_hidden || actor.id === author_id || canModerateComments(acting)) &&
    (!review || knowsReview(acting, review)) &&
    canSee(actor, { authorId: item_author_id, audience, category })
  );
}

const knowsReview = (actor: Actor, { author_id, is_internal }: ReviewOfComment): boolean =>
  actor.id === author_id || (canReview(actor) && (!is_internal || actor.can('content.view_internal')));

const isCommentAuthor = (actor: Actor, comment: CommentFacts): boolean =>
  actor.id === comment.author_id && actor.can('comments.create');

export const canEditComment = (actor: Actor, comment: CommentFacts): boolean =>
  isCommentAuthor(actor, comment) || canModerateComments(actor);

/** Authors may always delete their own comments, even without the permission to write. */
export const canDeleteComment = (actor: Actor, comment: CommentFacts): boolean =>
  actor.id === comment.author_id || canModerateComments(actor);

/** A comment about a passage, or one of a review. */
interface ResolvableComment extends CommentFacts {
  item_author_id: string;
  review: ReviewOfComment | null;
}

/** Authors of the comment or the text, and users who may edit the text, say that a comment is dealt with. */
export const canResolveComment = (actor: Actor, { item_author_id, review, ...comment }: ResolvableComment): boolean =>
  isCommentAuthor(actor, comment) ||
  canEdit(actor, { author_id: item_author_id }) ||
  (review !== null && canEdit(actor, review));

/** Discussions end with their last comment; what asks for a change of the text is resolved. */
export const isResolvable = ({
  root_id,
  anchor,
  revision_id,
}: Pick<Row<'comments'>, 'root_id' | 'anchor' | 'revision_id'>): boolean =>
  root_id === null && (anchor !== null || revision_id !== null);
