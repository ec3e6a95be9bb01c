import type { Actor } from '../../../platform/access/actor.js';
import { canModerateCategory, canWriteCategory, type CategoryScope } from '../../auth/index.js';

/** The limits of the category of a thread. */
interface Scoped {
  scope: CategoryScope | null;
}

/** What decides who may see and change a thread. Whether the actor may read in its category is checked before. */
export interface ThreadState extends Scoped {
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

/** In the category: members of groups that moderate it may there what holders of the permission may everywhere. */
export const canModerate = (actor: Actor, { scope }: Scoped): boolean =>
  actor.can('forum.moderate') || canModerateCategory(actor, 'forum', scope);

/** Start threads, reply, edit, react and solve. */
export const canWriteIn = (actor: Actor, { scope }: Scoped): boolean => canWriteCategory(actor, 'forum', scope);

/** Hidden threads and posts are shown to their authors, and to those who moderate. */
export const canSeeHidden = (actor: Actor, { author_id }: { author_id: string }, { scope }: Scoped): boolean =>
  actor.id === author_id || seesAllHidden(actor) || canModerateCategory(actor, 'forum', scope);

/** In all categories in which they may read. */
export const seesAllHidden = (actor: Actor): boolean => actor.canAny('forum.moderate', 'moderation.handle');

/** Locked threads take no replies, not even of moderators, who unlock them first. */
export const canReply = (actor: Actor, thread: ThreadState): boolean =>
  actor.can('forum.post') && !thread.is_locked && canWriteIn(actor, thread);

/** Title and tags. */
export const canEditThread = (actor: Actor, thread: ThreadState): boolean =>
  canModerate(actor, thread) || (isWriter(actor, thread, thread) && !thread.is_locked);

/** Authors delete threads without replies; others would lose their posts. */
export const canDeleteThread = (actor: Actor, thread: ThreadState, hasReplies: boolean): boolean =>
  canModerate(actor, thread) || (actor.id === thread.author_id && !hasReplies && !thread.is_locked);

/** Marks a reply as the solution, or removes the mark. Only moderators mark a thread as solved without one. */
export const canSolveThread = (actor: Actor, thread: ThreadState): boolean =>
  canModerate(actor, thread) || isWriter(actor, thread, thread);

export const canEditPost = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  !post.is_deleted && (canModerate(actor, thread) || (isWriter(actor, post, thread) && !thread.is_locked));

/** Other users see only the former texts that are newer than the last edit by a moderator. */
export const canSeeAllEdits = (actor: Actor, { author_id }: { author_id: string }, thread: Scoped): boolean =>
  canModerate(actor, thread) || actor.id === author_id;

/** Authors may delete their own posts even without the permission to write, but not in locked threads. */
export const canDeletePost = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  !post.is_deleted && (canModerate(actor, thread) || (actor.id === post.author_id && !thread.is_locked));

/** A restored post is a new one for its readers, so it needs a thread that is not locked. */
export const canRestorePost = (actor: Actor, thread: ThreadState): boolean =>
  canModerate(actor, thread) || !thread.is_locked;

/** A document would make the text of a hidden post public. */
export const canMakeDocument = (actor: Actor, post: PostState, thread: ThreadState): boolean =>
  actor.can('content.create') && !post.is_deleted && !post.is_hidden && !thread.is_hidden;

/** The author, while they may write. */
const isWriter = (actor: Actor, { author_id }: { author_id: string }, thread: ThreadState): boolean =>
  actor.id === author_id && actor.can('forum.post') && canWriteIn(actor, thread);
