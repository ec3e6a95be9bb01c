import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Events } from '../../../platform/events/events.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { AccountsService } from './accounts.service.js';
import { ManagedUsers } from './managed-users.js';
import { userErased } from './user.events.js';

/** A user who is locked to be erased. */
export interface ErasableUser {
  id: string;
  name: string;
  email: string;
  avatarFileId: string | null;
}

/** The account's part in the export and the erasure of a user, which go through all modules. */
@Injectable()
export class UserErasure {
  constructor(
    private readonly managed: ManagedUsers,
    private readonly accounts: AccountsService,
    private readonly events: Events,
  ) {}

  /**
   * Joins the caller's transaction.
   * @param typedEmail confirms that the administrator means this user
   * @throws 404, 400 when the email address differs, 403 own_account, role_above_own, 409 last_admin
   */
  async lock(actor: Actor, userId: string, typedEmail: string): Promise<ErasableUser> {
    const { id, name, email, avatarFileId } = await this.managed.lockOther(actor, userId);
    if (!(await this.accounts.isSameEmail(email, typedEmail)))
      throw invalid([{ field: 'email', message: 'This is not the email address of the user.' }]);
    return { id, name, email, avatarFileId: avatarFileId ?? null };
  }

  /** @returns the stored id. @throws 404, 403 role_above_own */
  requireReadable(actor: Actor, userId: string): Promise<string> {
    return this.managed.requireReadable(actor, userId);
  }

  async publish(userId: string): Promise<void> {
    await this.events.publish(userErased, { userId });
  }
}
