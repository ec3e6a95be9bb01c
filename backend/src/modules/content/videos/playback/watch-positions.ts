import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../../platform/database/database.js';

/** Where users stopped watching, in seconds. Each is visible to its user only. */
@Injectable()
export class WatchPositions {
  constructor(private readonly database: Database) {}

  async get(userId: string, videoId: string): Promise<number> {
    const row = await this.database.db
      .selectFrom('watch_positions')
      .select('seconds')
      .where('user_id', '=', userId)
      .where('video_id', '=', videoId)
      .executeTakeFirst();
    return row?.seconds ?? 0;
  }

  /** Does nothing for a video that was deleted meanwhile. */
  async set(userId: string, videoId: string, seconds: number): Promise<void> {
    await sql`
      insert into watch_positions (user_id, video_id, seconds, updated_at)
      select ${userId}, v.item_id, ${seconds}, ${new Date()} from videos v where v.item_id = ${videoId}
      on conflict (user_id, video_id) do update
      set seconds = excluded.seconds, updated_at = excluded.updated_at`.execute(this.database.db);
  }
}
