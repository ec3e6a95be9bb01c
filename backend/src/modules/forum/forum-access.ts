import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../platform/access/access.guard.js';
import type { Actor } from '../../platform/access/actor.js';
import { PermissionDirectory } from '../../platform/access/ports.js';

/** Refuses what the policies do not allow. */
@Injectable()
export class ForumAccess {
  constructor(private readonly permissions: PermissionDirectory) {}

  /** @throws 403 that names the roles which could */
  async require(actor: Actor, isAllowed: boolean, permission = 'forum.moderate'): Promise<void> {
    if (!isAllowed) throw await missingPermission(this.permissions, actor, permission);
  }
}
