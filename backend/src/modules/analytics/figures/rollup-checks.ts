import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';
import { selectDay } from '../activity/activity-sql.js';

/** Earlier events have been deleted, and their figures remain. */
const firstDay = `coalesce((select min(${selectDay('a')}) from activity a), 'infinity'::date)`;
const firstActiveDay = `coalesce((select min(u.start) from active_users u where u.period = 'day'), 'infinity'::date)`;

/** The actions that an event is counted for; views are compared with the figures per item, which have all of them. */
const events = `
  select ${selectDay('a')} as day, a.action as metric, a.content_type as kind, count(*)::int as n
  from activity a where a.action <> 'viewed' group by 1, 2, 3`;
const storedEvents = `
  select r.day, r.metric, r.kind, r.n from daily_rollups r
  where r.metric not in ('viewed', 'active') and r.day >= ${firstDay}`;

const views = `select v.day, 'viewed' as metric, v.kind, sum(v.n)::int as n from daily_content_views v group by 1, 3`;
const storedViews = `
  select r.day, r.metric, r.kind, r.n from daily_rollups r
  where r.metric = 'viewed'
    and r.day >= coalesce((select min(v.day) from daily_content_views v), 'infinity'::date)`;

const active = `
  select u.start as day, 'active' as metric, u.period as kind, count(*)::int as n
  from active_users u where u.start >= ${firstActiveDay} group by 1, 3`;
const storedActive = `
  select r.day, r.metric, r.kind, r.n from daily_rollups r where r.metric = 'active' and r.day >= ${firstActiveDay}`;

const rollupCheck = (name: string, table: string, real: string, stored: string): Check => ({
  name,
  differences: `
    select coalesce(s.day, r.day)::text as day, coalesce(s.metric, r.metric) as metric,
           coalesce(s.kind, r.kind) as kind, coalesce(s.n, 0) as stored, coalesce(r.n, 0) as real
    from (${stored}) s full join (${real}) r on (r.day, r.metric, r.kind) = (s.day, s.metric, s.kind)
    where coalesce(s.n, 0) <> coalesce(r.n, 0)`,
  tables: [table, 'daily_rollups'],
  repair: [
    `delete from daily_rollups d using (${stored}) s where (d.day, d.metric, d.kind) = (s.day, s.metric, s.kind)`,
    `insert into daily_rollups (day, metric, kind, n) ${real}`,
  ],
});

/** Registers the checks of the figures per day, for the reconcile command. */
@Injectable()
export class RollupChecks {
  constructor(reconciliation: Reconciliation) {
    reconciliation.add(rollupCheck('events per day', 'activity', events, storedEvents));
    reconciliation.add(rollupCheck('views per day', 'daily_content_views', views, storedViews));
    reconciliation.add(rollupCheck('active users per period', 'active_users', active, storedActive));
  }
}
