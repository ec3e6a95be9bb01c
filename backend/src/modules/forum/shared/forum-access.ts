import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { forbidden } from '../../../platform/http/errors/domain-error.js';
import type { ThreadState } from './forum.policy.js';
import { NewMembers } from './new-members.js';

/** Refuses what the policies and the limits of new members do not allow. */
@Injectable()
export class ForumAccess {
  constructor(
    private readonly permissions: PermissionDirectory,
    private readonly newMembers: NewMembers,
  ) {}

  /** To be called before the transaction of a new thread or reply. @throws 400, 429 */
  async countPost(actor: Actor, content: string): Promise<void> {
    await this.newMembers.countPost(actor, content);
  }

  /** @throws 400 */
  async checkEdit(actor: Actor, content: string): Promise<void> {
    await this.newMembers.checkEdit(actor, content);
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
      throw threadLocked('This thread is locked. Its title and posts can’t be edited or deleted.');
    await this.require(actor, isAllowed);
  }
}

export const threadLocked = (detail: string) => forbidden(detail, 'thread_locked');
