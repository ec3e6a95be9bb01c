import { defineEvent } from '../../../platform/events/events.js';
import { Injectable } from '@nestjs/common';

export const userRegistered = defineEvent<{ userId: string }>('user.registered');
export const userRoleChanged = defineEvent<{ userId: string; before: string; after: string; actorId: string }>(
  'user.role_changed',
);

/** The id of the account, which others still refer to. */
export const userErased = defineEvent<{ userId: string }>('user.erased');

type Listener = (id: string) => Promise<void>;

/** Notifies listeners of created and changed users, within the transaction of the change. */
@Injectable()
export class UserChanges {
  private readonly listeners: Listener[] = [];

  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  async notify(id: string): Promise<void> {
    for (const listener of this.listeners) await listener(id);
  }
}
