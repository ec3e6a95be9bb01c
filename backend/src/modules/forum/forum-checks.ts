import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Reconciliation } from '../../platform/database/reconciliation.js';
import { UsersFacade } from '../auth/index.js';
import { SOLUTION_REPUTATION } from './posts/post-writer.js';

/** For the reconcile command: the counters of the forum and the rows that they count. */
@Injectable()
export class ForumChecks implements OnModuleInit {
  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly users: UsersFacade,
  ) {}

  onModuleInit(): void {
    this.addThreadCheck();
    this.addCategoryCheck();
    this.users.addPostSource({
      sql: `select p.author_id as user_id, count(*) as n
            from forum_posts p join forum_threads t on t.id = p.thread_id
            where p.deleted_at is null and t.deleted_at is null group by p.author_id`,
      tables: ['forum_posts', 'forum_threads'],
    });
    this.users.addReputationSource({
      sql: `select p.author_id as user_id, ${SOLUTION_REPUTATION} * count(*) as n
            from forum_threads t join forum_posts p on p.id = t.solution_post_id
            where t.deleted_at is null and p.author_id <> t.author_id group by p.author_id`,
      tables: ['forum_posts', 'forum_threads'],
    });
  }

  private addThreadCheck(): void {
    const differences = `
      select t.id, t.post_count as stored_posts, n.posts as real_posts, t.last_number as stored_number,
             n.last_number as real_number
      from forum_threads t
      join (
        select p.thread_id, (count(*) filter (where p.deleted_at is null))::int as posts,
               max(p.number) as last_number
        from forum_posts p group by p.thread_id
      ) n on n.thread_id = t.id
      where t.post_count <> n.posts or t.last_number < n.last_number`;
    this.reconciliation.add({
      name: 'posts of threads',
      differences,
      tables: ['forum_threads', 'forum_posts'],
      repair: [
        `update forum_threads t set post_count = d.real_posts, last_number = greatest(t.last_number, d.real_number)
         from (${differences}) d where d.id = t.id`,
      ],
    });
  }

  private addCategoryCheck(): void {
    const differences = `
      select c.id, c.thread_count as stored_threads, coalesce(n.threads, 0) as real_threads,
             c.post_count as stored_posts, coalesce(n.posts, 0) as real_posts, n.last_post_at as real_last
      from forum_categories c
      left join (
        select t.category_id, count(*)::int as threads, sum(t.post_count)::int as posts,
               max(t.last_post_at) as last_post_at
        from forum_threads t where t.deleted_at is null and t.hidden_at is null group by t.category_id
      ) n on n.category_id = c.id
      where (c.thread_count, c.post_count) <> (coalesce(n.threads, 0), coalesce(n.posts, 0))
         or c.last_post_at is distinct from n.last_post_at`;
    this.reconciliation.add({
      name: 'threads and posts of forum categories',
      differences,
      tables: ['forum_categories', 'forum_threads'],
      repair: [
        `update forum_categories c
         set thread_count = d.real_threads, post_count = d.real_posts, last_post_at = d.real_last
         from (${differences}) d where d.id = c.id`,
      ],
    });
  }
}
