import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { canDelete, canEdit, type ItemFacts } from '../items/item.policy.js';

/** Refuses what the policy of items does not allow. */
@Injectable()
export class ItemPermissions {
  constructor(private readonly permissions: PermissionDirectory) {}

  /** @throws 403 unless the actor is the author or may edit the items of others */
  async requireEditable(actor: Actor, facts: ItemFacts): Promise<void> {
    if (!canEdit(actor, facts)) throw await missingPermission(this.permissions, actor, 'content.edit_any');
  }

  /** @throws 403 unless the actor is the author or may delete the items of others */
  async requireDeletable(actor: Actor, facts: ItemFacts): Promise<void> {
    if (!canDelete(actor, facts)) throw await missingPermission(this.permissions, actor, 'content.delete_any');
  }
}
