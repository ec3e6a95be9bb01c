import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../schema/index.js';

/** SQL for the day of an event. */
export const selectDay = (alias: string): string => `(${alias}.created_at at time zone 'UTC')::date`;

/** For which periods active users are counted. */
export const periods = ['day', 'week', 'month'] as const;

/**
 * Writers run one after the other. Without this, two that count the same users and days in different orders would
 * deadlock.
 */
export const lockRollups = sql`select pg_advisory_xact_lock(hashtextextended('daily_rollups', 0))`;

const day = sql.raw(selectDay('l'));

/** Stores events and adds the new ones to the figures of their days. */
export const insertEvents = (events: readonly Row<'activity'>[]): RawBuilder<unknown> => sql`
  with logged as (
    insert into activity (id, action, content_type, content_id, user_id, created_at)
    select g.id, g.action, g.content_type, g.content_id, g.user_id, g.created_at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as g (id uuid, action text, content_type text, content_id uuid, user_id uuid, created_at timestamptz)
    on conflict (id) do nothing
    returning action, content_type, content_id, user_id, created_at
  ),
  active as (
    insert into active_users (period, start, user_id)
    select distinct p.period, date_trunc(p.period, ${day}::timestamp)::date, l.user_id
    from logged l cross join unnest(array[${sql.join(periods.map((period) => sql.lit(period)))}]) p (period)
    where l.user_id is not null
    on conflict do nothing
    returning period, start
  ),
  viewed as (
    insert into daily_content_views as t (day, content_id, kind, n)
    select ${day}, l.content_id, l.content_type, count(*)
    from logged l where l.action = 'viewed' group by 1, 2, 3
    on conflict (day, content_id) do update set n = t.n + excluded.n
  )
  insert into daily_rollups as t (day, metric, kind, n)
  select ${day}, l.action, l.content_type, count(*) from logged l group by 1, 2, 3
  union all
  select start, 'active', period, count(*) from active group by 1, 3
  on conflict (day, metric, kind) do update set n = t.n + excluded.n`;

/** The beginning of the day (UTC) that many days before today. */
export function startOfDay(now: Date, daysAgo: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo));
}
