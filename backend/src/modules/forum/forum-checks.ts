import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Reconciliation } from '../../platform/database/reconciliation.js';
import { UsersFacade } from '../auth/index.js';
import { SOLUTION_REPUTATION } from './repositories/forum-counters.js';
import { IS_COUNTED_POST } from './shared/forum-visibility.js';

/** For the reconcile command: the counters of the forum and the rows that they count. */
@Injectable()
export class ForumChecks implements OnModuleInit {
  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly users: UsersFacade,
  ) {}

  onModuleInit(): void {
    this.addThreadCheck();
    this.addSolutionCheck();
    this.addCategoryCheck();
    this.addReactionCheck();
    this.addLinkCheck();
    this.users.addPostSource({
      sql: `select p.author_id as user_id, count(*) as n
            from forum_posts p join forum_threads t on t.id = p.thread_id
            where ${IS_COUNTED_POST} group by p.author_id`,
      tables: ['forum_posts', 'forum_threads', 'category_scopes'],
    });
    this.users.addReputationSource({
      sql: `select p.author_id as user_id, count(*) as n
            from post_reactions o join forum_posts p on p.id = o.post_id join forum_threads t on t.id = p.thread_id
            where ${IS_COUNTED_POST} and o.user_id <> p.author_id group by p.author_id`,
      tables: ['post_reactions', 'forum_posts', 'forum_threads', 'category_scopes'],
    });
    this.users.addReputationSource({
      sql: `select p.author_id as user_id, ${SOLUTION_REPUTATION} * count(*) as n
            from forum_threads t join forum_posts p on p.id = t.solution_post_id
            where ${IS_COUNTED_POST} and p.author_id <> t.author_id group by p.author_id`,
      tables: ['forum_posts', 'forum_threads', 'category_scopes'],
    });
  }

  private addThreadCheck(): void {
    const differences = `
      select t.id, t.post_count as stored_posts, n.posts as real_posts, t.last_number as stored_number,
             n.last_number as real_number
      from forum_threads t
      join (
        select p.thread_id, (count(*) filter (where p.deleted_at is null and p.hidden_at is null))::int as posts,
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

  /** Threads with a solution are solved unless it is hidden; others are as moderators say. */
  private addSolutionCheck(): void {
    const differences = `
      select t.id, t.is_solved as stored, p.hidden_at is null as real
      from forum_threads t join forum_posts p on p.id = t.solution_post_id
      where t.is_solved <> (p.hidden_at is null)`;
    this.reconciliation.add({
      name: 'solved threads',
      differences,
      tables: ['forum_threads', 'forum_posts'],
      repair: [`update forum_threads t set is_solved = d.real from (${differences}) d where d.id = t.id`],
    });
  }

  private addReactionCheck(): void {
    const differences = `
      select p.id, p.like_count as stored_likes, coalesce(n.likes, 0) as real_likes,
             p.helpful_count as stored_helpfuls, coalesce(n.helpfuls, 0) as real_helpfuls
      from forum_posts p
      left join (
        select o.post_id, (count(*) filter (where o.type = 'LIKE'))::int as likes,
               (count(*) filter (where o.type = 'HELPFUL'))::int as helpfuls
        from post_reactions o group by o.post_id
      ) n on n.post_id = p.id
      where (p.like_count, p.helpful_count) <> (coalesce(n.likes, 0), coalesce(n.helpfuls, 0))`;
    this.reconciliation.add({
      name: 'reactions of posts',
      differences,
      tables: ['forum_posts', 'post_reactions'],
      repair: [
        `update forum_posts p set like_count = d.real_likes, helpful_count = d.real_helpfuls
         from (${differences}) d where d.id = p.id`,
      ],
    });
  }

  /** Posts of which documents were made can be moved to another thread. */
  private addLinkCheck(): void {
    const differences = `
      select ct.item_id as id, ct.post_id, ct.thread_id as stored_thread, p.thread_id as real_thread
      from content_threads ct join forum_posts p on p.id = ct.post_id
      where ct.thread_id <> p.thread_id`;
    this.reconciliation.add({
      name: 'threads of documents',
      differences,
      tables: ['content_threads', 'forum_posts'],
      repair: [
        `update content_threads ct set thread_id = d.real_thread
         from (${differences}) d where ct.item_id = d.id and ct.post_id = d.post_id`,
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
