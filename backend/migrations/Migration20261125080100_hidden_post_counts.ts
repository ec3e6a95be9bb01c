import { Migration } from '@mikro-orm/migrations';

/** Hidden posts no longer count in threads and categories, as guests do not see them. */
export class Migration20261125080100_hidden_post_counts extends Migration {
  override name = 'Migration20261125080100_hidden_post_counts';

  override up(): void {
    this.addSql(changeCounts('-'));
  }

  override down(): void {
    this.addSql(changeCounts('+'));
  }
}

const changeCounts = (sign: '+' | '-'): string => `
  with hidden as (
    select p.thread_id, count(*)::int as n from forum_posts p
    where p.hidden_at is not null and p.deleted_at is null group by p.thread_id
  ), threads as (
    update forum_threads t set post_count = t.post_count ${sign} h.n from hidden h where t.id = h.thread_id
    returning t.category_id, h.n, t.deleted_at is null and t.hidden_at is null as is_counted
  )
  update forum_categories c set post_count = c.post_count ${sign} h.n
  from (select category_id, sum(n)::int as n from threads where is_counted group by category_id) h
  where c.id = h.category_id`;
