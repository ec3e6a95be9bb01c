import { Injectable } from '@nestjs/common';
import { accessChanged } from '../../../platform/access/ports.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { defineEvent } from '../../../platform/events/events.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';

export const userRegistered = defineEvent<{ userId: string }>('user.registered');
export const userRoleChanged = defineEvent<{ userId: string; before: string; after: string; actorId: string }>(
  'user.role_changed',
);

/** The id of the account, which others still refer to. */
export const userErased = defineEvent<{ userId: string }>('user.erased');

type Listener = (id: string) => Promise<void>;

/** What follows changes of users. Joins the transaction of the change. */
@Injectable()
export class UserChangeNotifier {
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly pubsub: PubSub,
    private readonly cache: QueryCache,
  ) {}

  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Notifies the listeners of created and changed users, such as the search. */
  async notify(id: string): Promise<void> {
    for (const listener of this.listeners) await listener(id);
  }

  /** Tells open windows of a user, and the caches of all instances, that the user's role or account has changed. */
  async broadcastAccess(userId: string): Promise<void> {
    await this.pubsub.publish(accessChanged, { userId });
    // Posts show the roles of their authors.
    this.cache.invalidate();
  }
}
