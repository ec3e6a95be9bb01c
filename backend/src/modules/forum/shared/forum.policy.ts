import type { Actor } from '../../../platform/access/actor.js';

/** What decides who may see and change a thread. */
export interface ThreadState {
  author_id: string;
  is_locked: boolean;
  is_hidden: boolean;
}

/** What decides who may see and change a post of a visible thread. */
interface PostState {
  author_id: string;
  is_deleted: boolean;
  is_hidden: boolean;
}

export const canModerateForum = (actor: Actor): boolean => actor.can('forum.moderate');

/** Hidden threads and posts are shown to their authors, and to those who moderate. */
export const canSeeHidden = (actor: Actor, { author_id }: { author_id: string }): boolean =>
  actor.id === author_id || seesAllHidden(actor);

export const seesAllHidden = (actor: Actor): boolean => actor.canAny('forum.moderate', 'moderation.handle');

/** Locked threads take no replies, not even of moderators, who unlock them first. */
export const canReply = (actor: Actor, { is_locked }: ThreadState): boolean => actor.can('forum.post') && !is_locked;

/** Title and tags. */
export const canEditThread = (actor: Actor, thread: ThreadState): boolean =>
  canModerateForum(actor) || (actor.id === thread.author_id && actor.can('forum.post') && !thread.is_locked);

/** Authors delete threads without replies; others would lose their posts. */
export const canDeleteThread = (actor: Actor, thread: ThreadState, hasReplies: boolean): boolean =>
  canModerateForum(actor) || (actor.id === thread.author_id && !hasReplies && !thread.is_locked);

/** Marks a reply as the solution, or removes the mark. Only moderators mark a thread as solved without one. */
export const canSolveThread = (actor: Actor, thread: ThreadState): boolean =>
  canModerateForum(actor) || (actor.id === thread.author_id && actor.can('forum.post'));

export const canEditPost = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  !post.is_deleted &&
  (canModerateForum(actor) || (actor.id === post.author_id && actor.can('forum.post') && !thread.is_locked));

/** Other users see only the former texts that are newer than the last edit by a moderator. */
export const canSeeAllEdits = (actor: Actor, { author_id }: { author_id: string }): boolean =>
  canModerateForum(actor) || actor.id === author_id;

/** Authors may delete their own posts even without the permission to write, but not in locked threads. */
export const canDeletePost = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  !post.is_deleted && (canModerateForum(actor) || (actor.id === post.author_id && !thread.is_locked));

/** A restored post is a new one for its readers, so it needs a thread that is not locked. */
export const canRestorePost = (actor: Actor, thread: ThreadState): boolean =>
  canModerateForum(actor) || !thread.is_locked;

/** A document would make the text of a hidden post public. */
export const canMakeDocument = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  actor.can('content.create') && !post.is_deleted && !post.is_hidden && !thread.is_hidden;
