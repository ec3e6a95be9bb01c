import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CategoryCounters } from '../repositories/category-counters.js';
import { type CountedThread, fromLastPost, placeOf, setLastPost } from '../repositories/threads.repository.js';

/**
 * Hides and restores threads and posts with the counters of their categories. Joins the caller's transaction, which has
 * locked the thread. Hidden posts keep their numbers, as their placeholders are shown, and count nowhere.
 */
@Injectable()
export class HiddenRepository {
  constructor(
    private readonly database: Database,
    private readonly counters: CategoryCounters,
  ) {}

  /** @param hiddenAt null restores the thread */
  async setThreadHidden(id: string, hiddenAt: Date | null): Promise<void> {
    const thread = await this.database.one<CountedThread & { post_count: number }>(
      'update forum_threads set hidden_at = $2 where id = $1 returning id, category_id, author_id, post_count',
      [id, hiddenAt],
    );
    if (!thread) return;
    const by = hiddenAt ? -1 : 1;
    this.counters.add({ category_id: thread.category_id, threads: by, posts: by * thread.post_count });
  }

  /** The last post of its thread and category may be another one afterwards. A hidden solution solves nothing. */
  async setPostHidden(id: string, threadId: string, hiddenAt: Date | null): Promise<void> {
    const changed = await this.database.one(
      `update forum_posts set hidden_at = $2 where id = $1 and (hidden_at is null) <> ($2::timestamptz is null)
       returning id`,
      [id, hiddenAt],
    );
    if (!changed) return;
    const posts = hiddenAt ? -1 : 1;
    const thread = await this.database.one<CountedThread>(
      `update forum_threads t
       set post_count = t.post_count + $2, ${setLastPost},
           is_solved = case when t.solution_post_id = $3 then $2 > 0 else t.is_solved end
       from ${fromLastPost('$1')}
       where t.id = $1
       returning t.id, t.category_id, t.author_id, t.hidden_at is not null as is_hidden`,
      [threadId, posts, id],
    );
    if (thread) this.counters.add({ ...placeOf(thread), threads: 0, posts });
  }
}
