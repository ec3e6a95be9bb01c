import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';

/** Where users stopped watching, in seconds. Each is visible to its user only. */
@Injectable()
export class WatchPositions {
  constructor(private readonly database: Database) {}

  async get(userId: string, videoId: string): Promise<number> {
    const row = await this.database.one<{ seconds: number }>(
      'select seconds from watch_positions where user_id = $1 and video_id = $2',
      [userId, videoId],
    );
    return row?.seconds ?? 0;
  }

  /** Does nothing for a video that was deleted meanwhile. */
  async set(userId: string, videoId: string, seconds: number): Promise<void> {
    await this.database.query(
      `insert into watch_positions (user_id, video_id, seconds, updated_at)
       select $1, v.item_id, $3, $4 from videos v where v.item_id = $2
       on conflict (user_id, video_id) do update set seconds = excluded.seconds, updated_at = excluded.updated_at`,
      [userId, videoId, seconds, new Date()],
    );
  }
}
