import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';

/** What users have read or watched to the end. Each user knows their own. */
@Injectable()
export class ProgressService {
  constructor(private readonly database: Database) {}

  /** Does nothing for an item that was deleted meanwhile. */
  async set(actor: Actor, itemId: string, isDone: boolean): Promise<void> {
    const { db } = this.database;
    if (isDone)
      await sql`
        insert into content_progress (user_id, item_id, done_at)
        select ${actor.userId}, i.id, now() from content_items i where i.id = ${itemId}
        on conflict (user_id, item_id) do update set done_at = excluded.done_at`.execute(db);
    else
      await db
        .deleteFrom('content_progress')
        .where('user_id', '=', actor.userId)
        .where('item_id', '=', itemId)
        .execute();
  }
}
