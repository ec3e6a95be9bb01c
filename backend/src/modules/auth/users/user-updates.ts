import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AccessBroadcast } from './access-broadcast.js';
import { UserChanges } from './user.events.js';
import type { User } from './user.entity.js';

/** Saves changes of accounts that others see: search entries, open windows and caches follow. */
@Injectable()
export class UserUpdates {
  constructor(
    private readonly database: Database,
    private readonly changes: UserChanges,
    private readonly broadcast: AccessBroadcast,
  ) {}

  /** Joins the caller's transaction, which has locked the user. */
  async save(user: User): Promise<void> {
    await this.database.transaction((em) => em.flush());
    await this.changes.notify(user.id);
    await this.broadcast.publish(user.id);
  }
}
