import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { UsersFacade } from '../../auth/index.js';

/** What a post of others earns its author when it solves a thread. */
export const SOLUTION_REPUTATION = 10;

/** SQL: the post p of the thread t counts in the profile of its author. */
export const countsForAuthor =
  '(p.deleted_at is null and p.hidden_at is null and t.deleted_at is null and t.hidden_at is null)';

/** What posts count in the profile of their author. */
interface AuthorStats {
  author_id: string;
  posts: number;
  reputation: number;
}

interface Solution {
  post: { author_id: string; is_hidden: boolean };
  thread: { author_id: string; is_hidden?: boolean };
}

/**
 * Numbers of posts and reputation of authors. Joins the caller's transaction; changes come last, since the lock order
 * puts rows of users at the end.
 */
@Injectable()
export class AuthorStatsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
  ) {}

  /** What posts count for their authors now, by author: nothing when they or their thread are deleted or hidden. */
  async list(of: { postId: string } | { threadId: string }): Promise<AuthorStats[]> {
    const { rows } = await sql<AuthorStats>`
      with counted as materialized (
        select p.id, p.author_id, p.id = t.solution_post_id and p.author_id <> t.author_id as is_rewarded
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where ${'postId' in of ? sql`p.id = ${of.postId}` : sql`p.thread_id = ${of.threadId}`}
          and ${sql.raw(countsForAuthor)}
      ),
      earned as (
        select c.author_id, count(*) as n
        from counted c join post_reactions o on o.post_id = c.id
        where o.user_id <> c.author_id group by c.author_id
      )
      select c.author_id, count(*)::int as posts,
             (coalesce(max(e.n), 0)
               + ${sql.lit(SOLUTION_REPUTATION)} * count(*) filter (where c.is_rewarded))::int as reputation
      from counted c left join earned e on e.author_id = c.author_id
      group by c.author_id`.execute(this.database.db);
    return rows;
  }

  async add(stats: readonly AuthorStats[], by: 1 | -1): Promise<void> {
    await this.users.addPosts(new Map(stats.map(({ author_id, posts }) => [author_id, by * posts])));
    await this.users.addReputations(new Map(stats.map(({ author_id, reputation }) => [author_id, by * reputation])));
  }

  /** The author of a solution that is not hidden earns reputation, unless it is the author of the thread. */
  async changeSolution(former: Solution | undefined, next: Solution | undefined): Promise<void> {
    const by = new Map<string, number>();
    for (const [solution, n] of [
      [former, -SOLUTION_REPUTATION],
      [next, SOLUTION_REPUTATION],
    ] as const)
      if (solution && isRewarded(solution)) by.set(solution.post.author_id, (by.get(solution.post.author_id) ?? 0) + n);
    await this.users.addReputations(by);
  }
}

const isRewarded = ({ post, thread }: Solution): boolean =>
  !post.is_hidden && !thread.is_hidden && post.author_id !== thread.author_id;
