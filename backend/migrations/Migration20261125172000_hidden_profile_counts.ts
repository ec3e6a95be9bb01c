import { Migration } from '@mikro-orm/migrations';

/** Posts and reputation of hidden content no longer count in profiles, and a hidden solution solves no thread. */
export class Migration20261125172000_hidden_profile_counts extends Migration {
  override name = 'Migration20261125172000_hidden_profile_counts';

  override up(): void {
    this.addSql(`
      update forum_threads t set is_solved = false
      from forum_posts p where p.id = t.solution_post_id and p.hidden_at is not null and t.is_solved;
      ${changeStats('-')};
    `);
  }

  override down(): void {
    this.addSql(`
      update forum_threads t set is_solved = true
      from forum_posts p where p.id = t.solution_post_id and p.hidden_at is not null and not t.is_solved;
      ${changeStats('+')};
    `);
  }
}

/** Only what is hidden is read, which is little. */
const changeStats = (sign: '+' | '-'): string => `
  with hidden_posts as materialized (
    select p.id, p.author_id, p.id = t.solution_post_id and p.author_id <> t.author_id as is_rewarded
    from forum_posts p join forum_threads t on t.id = p.thread_id
    where p.hidden_at is not null and p.deleted_at is null and t.deleted_at is null
    union
    select p.id, p.author_id, p.id = t.solution_post_id and p.author_id <> t.author_id
    from forum_threads t join forum_posts p on p.thread_id = t.id
    where t.hidden_at is not null and t.deleted_at is null and p.deleted_at is null
  ),
  changes (user_id, posts, reputation) as (
    select h.author_id, 1, case when h.is_rewarded then 10 else 0 end from hidden_posts h
    union all
    select h.author_id, 0, 1 from hidden_posts h join post_reactions o on o.post_id = h.id
    where o.user_id <> h.author_id
    union all
    select i.author_id, 0, 1 from content_items i join reactions r on r.item_id = i.id
    where i.hidden_at is not null and r.type in ('LIKE', 'HELPFUL') and r.user_id <> i.author_id
  )
  update user_stats s
  set post_count = s.post_count ${sign} c.posts, reputation = s.reputation ${sign} c.reputation
  from (
    select user_id, sum(posts)::int as posts, sum(reputation)::int as reputation from changes group by user_id
  ) c
  where s.user_id = c.user_id`;
