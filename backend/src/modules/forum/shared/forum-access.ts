import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { forbidden } from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import type { ThreadState } from './forum.policy.js';

/** Refuses what the policies and the limit of new members do not allow. */
@Injectable()
export class ForumAccess {
  constructor(
    private readonly permissions: PermissionDirectory,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** Counts a thread or reply. @param limit posts a minute of a new member, null for others. @throws 429 */
  async countPost(actor: Actor, limit: number | null): Promise<void> {
    if (limit === null) return;
    await this.rateLimiter.consume(`forum-posts:${actor.userId}`, {
      limit,
      windowSeconds: 60,
      refusal: `New members can post ${limit === 1 ? 'once' : `${limit} times`} a minute.`,
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
    { is_locked }: ThreadState,
    { author_id }: { author_id: string },
  ): Promise<void> {
    if (!isAllowed && is_locked && actor.id === author_id)
      throw threadLocked('This thread is locked. Its title and posts can’t be edited, deleted or restored.');
    await this.require(actor, isAllowed);
  }
}

export const threadLocked = (detail: string) => forbidden(detail, 'thread_locked');
