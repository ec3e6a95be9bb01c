import { Migration } from '@mikro-orm/migrations';

/** Figures per day, and what the administrators' lists of content and threads read. */
export class Migration20261124030000_analytics extends Migration {
  override name = 'Migration20261124030000_analytics';

  override up(): void {
    this.addSql(`
      -- Events by action and type of content; metric 'active': different users per day, week and month, by its first day.
      create table daily_rollups (
        day date not null, metric text not null, kind text not null, n int not null,
        primary key (day, metric, kind)
      );
      create table active_users (
        period text not null, start date not null, user_id uuid not null,
        primary key (period, start, user_id)
      );
      create index active_users_user on active_users (user_id);
      create table daily_content_views (
        day date not null, content_id uuid not null, kind text not null, n int not null,
        primary key (day, content_id)
      );
      create table top_content (
        days int not null, content_id uuid not null, kind text not null, n bigint not null,
        primary key (days, content_id)
      );
      create index activity_created on activity using brin (created_at);
      create index activity_changes on activity (id) where action <> 'viewed';
      create index activity_user on activity (user_id) where user_id is not null;
      create index content_items_confusing on content_items (confused_count desc, id) where confused_count > 0;
      create index forum_threads_unanswered on forum_threads (id) where post_count = 1 and deleted_at is null and hidden_at is null;
    `);
    this.addSql(`
      insert into daily_rollups (day, metric, kind, n)
      select (created_at at time zone 'UTC')::date, action, content_type, count(*) from activity group by 1, 2, 3;

      insert into daily_content_views (day, content_id, kind, n)
      select v.day, v.item_id, i.kind, count(*)
      from view_days v join content_items i on i.id = v.item_id
      group by 1, 2, 3
      union all
      select v.day, v.thread_id, 'thread', count(*) from thread_view_days v group by 1, 2;

      insert into daily_rollups (day, metric, kind, n)
      select day, 'viewed', kind, sum(n) from daily_content_views group by 1, 3;

      insert into active_users (period, start, user_id)
      select distinct p.period, date_trunc(p.period, a.day::timestamp)::date, a.user_id
      from (
        select (created_at at time zone 'UTC')::date as day, user_id from activity where user_id is not null
        union
        select day, viewer_key::uuid from view_days where viewer_key not like 'guest:%'
        union
        select day, viewer_key::uuid from thread_view_days where viewer_key not like 'guest:%'
      ) a
      cross join unnest(array['day', 'week', 'month']) p (period);

      insert into daily_rollups (day, metric, kind, n)
      select start, 'active', period, count(*) from active_users group by 1, 3;
    `);
  }

  override down(): void {
    this.addSql(`
      drop index forum_threads_unanswered, content_items_confusing, activity_user, activity_changes, activity_created;
      drop table top_content, daily_content_views, active_users, daily_rollups;
      delete from activity where action = 'viewed';
    `);
  }
}
