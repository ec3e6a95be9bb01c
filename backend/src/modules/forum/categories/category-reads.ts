import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';

/** Up to when users have marked categories as read: one row per user and category, however many threads there are. */
@Injectable()
export class CategoryReads {
  constructor(private readonly database: Database) {}

  /** Marks all threads of the category and of its subcategories as read. */
  async markRead(userId: string, categoryId: string): Promise<void> {
    const inside = sql`
      with recursive c as (
        select a.id, a.last_post_at from forum_categories a where a.id = ${categoryId}
        union
        select b.id, b.last_post_at from forum_categories b join c on c.id = b.parent_category_id
      )`;
    await sql`${inside} ${insertReads(userId, sql`c`)}`.execute(this.database.db);
  }

  /** Marks all threads of the forum as read. */
  async markAllRead(userId: string): Promise<void> {
    await insertReads(userId, sql`forum_categories c`).execute(this.database.db);
  }
}

/** The time is that of the last post instead of the current one, so that a post committed meanwhile stays unread. */
const insertReads = (userId: string, from: RawBuilder<unknown>) => sql`
  insert into category_reads as k (user_id, category_id, read_until)
  select ${userId}::uuid, c.id, c.last_post_at from ${from} where c.last_post_at is not null order by c.id
  on conflict (user_id, category_id) do update set read_until = greatest(k.read_until, excluded.read_until)`;
