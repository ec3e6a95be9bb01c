import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { accessChanged, PermissionDirectory } from '../../../platform/access/ports.js';
import { forbidden } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { canWriteIn, type ThreadState } from './forum.policy.js';
import type { Localized, Texts } from '../../../platform/language/texts.js';

/** Refuses what the policies and the limit of new members do not allow. */
@Injectable()
export class ForumAccess {
  constructor(
    private readonly permissions: PermissionDirectory,
    private readonly rateLimiter: RateLimiter,
    private readonly pubsub: PubSub,
  ) {}

  /** Counts a thread or reply. @param limit posts a minute of a new member, null for others. @throws 429 */
  async countPost(actor: Actor, limit: number | null): Promise<void> {
    if (limit === null) return;
    await this.rateLimiter.consume(`forum-posts:${actor.userId}`, {
      limit,
      windowSeconds: 60,
      refusal: (texts: Texts) => texts.forum.newMembersCanPost(limit),
    });
  }

  /** @throws 403 that names the roles which could */
  async require(actor: Actor, isAllowed: boolean, permission = 'forum.moderate'): Promise<void> {
    if (!isAllowed) throw await missingPermission(this.permissions, actor, permission);
  }

  /**
   * As {@link require}, for what authors may do with their own posts while the thread is not locked.
   * @throws 403 thread_locked for the author, else one that names the roles which could
   */
  async requireUnlocked(
    actor: Actor,
    isAllowed: boolean,
    thread: ThreadState,
    { author_id }: { author_id: string },
  ): Promise<void> {
    if (!isAllowed && thread.is_locked && actor.id === author_id)
      throw threadLocked((texts) => texts.forum.lockedForAuthors);
    await this.requireWriter(actor, isAllowed, thread, { author_id });
  }

  /**
   * As {@link require}, for what authors may do in categories in which they may write.
   * @throws 403 category_read_only for the author, else one that names the roles which could
   */
  async requireWriter(
    actor: Actor,
    isAllowed: boolean,
    thread: ThreadState,
    { author_id }: { author_id: string },
  ): Promise<void> {
    if (!isAllowed && actor.id === author_id) this.requireWritable(actor, thread);
    await this.require(actor, isAllowed);
  }

  /** Tells open windows when posts moved to where other limits of reading hold: they may show what is closed now. */
  async announceMove(from: Pick<ThreadState, 'scope'>, to: Pick<ThreadState, 'scope'>): Promise<void> {
    const [before, after] = [from, to].map(({ scope }) => scope?.read.toSorted().join());
    if ((before ?? '') !== (after ?? '')) await this.pubsub.publish(accessChanged, { everyone: true });
  }

  /** @throws 403 category_read_only when the actor may only read in the category */
  requireWritable(actor: Actor, row: Pick<ThreadState, 'scope'>): void {
    if (!canWriteIn(actor, row)) throw forbidden((texts) => texts.auth.categoryReadOnly, 'category_read_only');
  }
}

export const threadLocked = (detail: Localized) => forbidden(detail, 'thread_locked');
