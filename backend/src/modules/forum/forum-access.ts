import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../platform/access/access.guard.js';
import type { Actor } from '../../platform/access/actor.js';
import { PermissionDirectory } from '../../platform/access/ports.js';
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
}
