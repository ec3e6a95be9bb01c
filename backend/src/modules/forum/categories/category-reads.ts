import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** Up to when users have marked categories as read: one row per user and category, however many threads there are. */
@Injectable()
export class CategoryReads {
  constructor(private readonly database: Database) {}

  /** Marks all threads of the category and of its subcategories as read. */
  async markRead(userId: string, categoryId: string): Promise<void> {
    await this.insert(
      userId,
      `with recursive c as (
         select a.id, a.last_post_at from forum_categories a where a.id = $2
         union
         select b.id, b.last_post_at from forum_categories b join c on c.id = b.parent_category_id
       )`,
      'c',
      [categoryId],
    );
  }

  /** Marks all threads of the forum as read. */
  async markAllRead(userId: string): Promise<void> {
    await this.insert(userId, '', 'forum_categories c', []);
  }

  /** The time is that of the last post instead of the current one, so that a post committed meanwhile stays unread. */
  private async insert(userId: string, before: string, from: string, values: readonly unknown[]): Promise<void> {
    await this.database.query(
      `${before}
       insert into category_reads as k (user_id, category_id, read_until)
       select $1, c.id, c.last_post_at from ${from} where c.last_post_at is not null order by c.id
       on conflict (user_id, category_id) do update set read_until = greatest(k.read_until, excluded.read_until)`,
      [userId, ...values],
    );
  }
}
