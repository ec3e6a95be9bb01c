/** SQL for the day of an event. */
export const dayOf = (alias: string): string => `(${alias}.created_at at time zone 'UTC')::date`;

/** For which periods active users are counted. */
export const periods = ['day', 'week', 'month'] as const;

export const periodsSql = `unnest(array[${periods.map((period) => `'${period}'`).join(', ')}]) p (period)`;

/**
 * Writers run one after the other. Without this, two that count the same users and days in different orders would
 * deadlock.
 */
export const lockRollups = `select pg_advisory_xact_lock(hashtextextended('daily_rollups', 0))`;

/**
 * Stores events and adds the new ones to the figures of their days. Parameters are arrays: ids, actions, types and ids
 * of content, ids of users, times.
 */
export const recordSql = `
  with logged as (
    insert into activity (id, action, content_type, content_id, user_id, created_at)
    select g.id, g.action, g.content_type, g.content_id, g.user_id, g.created_at
    from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[])
      as g (id, action, content_type, content_id, user_id, created_at)
    on conflict (id) do nothing
    returning action, content_type, content_id, user_id, created_at
  ),
  active as (
    insert into active_users (period, start, user_id)
    select distinct p.period, date_trunc(p.period, ${dayOf('l')}::timestamp)::date, l.user_id
    from logged l cross join ${periodsSql}
    where l.user_id is not null
    on conflict do nothing
    returning period, start
  ),
  viewed as (
    insert into daily_content_views as t (day, content_id, kind, n)
    select ${dayOf('l')}, l.content_id, l.content_type, count(*)
    from logged l where l.action = 'viewed' group by 1, 2, 3
    on conflict (day, content_id) do update set n = t.n + excluded.n
  )
  insert into daily_rollups as t (day, metric, kind, n)
  select ${dayOf('l')}, l.action, l.content_type, count(*) from logged l group by 1, 2, 3
  union all
  select start, 'active', period, count(*) from active group by 1, 3
  on conflict (day, metric, kind) do update set n = t.n + excluded.n`;

/** The beginning of the day (UTC) that many days before today. */
export function startOfDay(now: Date, daysAgo: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo));
}
