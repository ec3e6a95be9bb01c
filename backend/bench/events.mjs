// Fills the activity log, and the figures that follow from it, for the benchmark.

const YEAR_DAYS = 365;

/**
 * Events of a year: 19 of 20 are views, half of those by guests; some items are viewed far more often than others.
 * Ids are UUIDv7 with the time of the event.
 */
const eventsSql = `
  insert into activity (id, action, content_type, content_id, user_id, created_at)
  select (lpad(to_hex((extract(epoch from e.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(e.n::text), 1, 3)
           || '8' || substr(md5(e.n::text), 4, 15))::uuid,
         case when e.n % 20 = 0 then (array['created', 'commented', 'registered', 'published'])[1 + e.n / 20 % 4]
              else 'viewed' end,
         case when e.n / 20 % 4 = 2 and e.n % 20 = 0 then 'user' else 'document' end,
         i.ids[1 + floor(power(e.place, 3) * cardinality(i.ids))],
         case when e.n % 2 = 0 then u.ids[1 + e.n / 2 % cardinality(u.ids)] end,
         e.at
  from (
    select n, random() as place, now() - (($1::bigint - n)::float8 / $1) * interval '${YEAR_DAYS} days' as at
    from generate_series(1, $1::bigint) n
  ) e
  cross join (select array_agg(id) as ids from content_items where kind = 'document') i
  cross join (select array_agg(id) as ids from (select id from users limit 5000) u) u`;

const figures = [
  `insert into daily_rollups (day, metric, kind, n)
   select (created_at at time zone 'UTC')::date, action, content_type, count(*) from activity group by 1, 2, 3`,
  `insert into daily_content_views (day, content_id, kind, n)
   select (created_at at time zone 'UTC')::date, content_id, min(content_type), count(*)
   from activity where action = 'viewed' group by 1, 2`,
  `insert into active_users (period, start, user_id)
   select distinct p.period, date_trunc(p.period, a.day::timestamp)::date, a.user_id
   from (
     select distinct (created_at at time zone 'UTC')::date as day, user_id from activity where user_id is not null
   ) a
   cross join unnest(array['day', 'week', 'month']) p (period)`,
  `insert into daily_rollups (day, metric, kind, n)
   select start, 'active', period, count(*) from active_users group by 1, 3`,
];

/**
 * Replaces the events of a database. @param {import('pg').Client} client @param {number} count
 * @returns {Promise<boolean>} whether they were missing
 */
export async function fillEvents(client, count) {
  const { rowCount } = await client.query('select from activity limit 1 offset $1', [count - 1]);
  if (rowCount) return false;
  await client.query('truncate activity, daily_rollups, daily_content_views, active_users, top_content');
  await client.query(eventsSql, [count]);
  for (const sql of figures) await client.query(sql);
  await client.query('vacuum analyze activity, daily_rollups, daily_content_views, active_users');
  return true;
}
