import { Injectable } from '@nestjs/common';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { fromLastPost, setLastPost } from './last-post.js';
import { type CountedThread, ThreadsRepository } from './threads.repository.js';

/**
 * Hides and restores threads and posts with the counters of their categories. Joins the caller's transaction, which has
 * locked the thread. Hidden posts keep their numbers and count in their threads, as their placeholders are shown.
 */
@Injectable()
export class HiddenRepository {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadsRepository,
    private readonly cache: QueryCache,
  ) {}

  /** @param hiddenAt null restores the thread */
  async setThreadHidden(id: string, hiddenAt: Date | null): Promise<void> {
    const thread = await this.database.one<CountedThread & { post_count: number }>(
      'update forum_threads set hidden_at = $2 where id = $1 returning id, category_id, author_id, post_count',
      [id, hiddenAt],
    );
    if (!thread) return;
    const by = hiddenAt ? -1 : 1;
    await this.threads.countInCategory(thread, { threads: by, posts: by * thread.post_count });
    await this.cache.invalidate();
  }

  /** The last post of its thread and category may be another one afterwards. */
  async setPostHidden(id: string, threadId: string, hiddenAt: Date | null): Promise<void> {
    await this.database.query('update forum_posts set hidden_at = $2 where id = $1', [id, hiddenAt]);
    const thread = await this.database.one<CountedThread>(
      `update forum_threads t set ${setLastPost} from ${fromLastPost('$1')}
       where t.id = $1
       returning t.id, t.category_id, t.author_id, t.hidden_at is not null as is_hidden`,
      [threadId],
    );
    if (thread) await this.threads.countInCategory(thread, { threads: 0, posts: 0 });
    await this.cache.invalidate();
  }
}
