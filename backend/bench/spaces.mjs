// Groups and categories with limits, in a database that already has its content: half of the documents and videos, and
// a tenth of the threads (each post has a search entry), move to 200 categories of three levels, which some of 40
// groups read. The readers of the benchmark are in 30.

export const GROUPS = 40;
export const GROUPS_OF_READERS = 30;
/** In each of the two trees; each level is within the one before. */
const LEVELS = [10, 30, 60];

/** @param {string} table */
const categoriesSql = (table) => `
  insert into ${table} (id, name, description, icon, color, parent_category_id, order_index, created_at)
  select gen_random_uuid(), 'Space ' || $1::int || '.' || n, '', 'Folder', '#2563EB',
         (select p.id from ${table} p
          where p.name = 'Space ' || ($1 - 1) || '.' || ceil(n::float8 * $3::int / $2)::int), n, now()
  from generate_series(1, $2::int) n`;

/**
 * Each category limits reading and, if its number is even, writing. Two groups of their own read a whole tree of three
 * levels.
 * @param {string} table
 */
const limitsSql = (table) => [
  `insert into category_access (category_id, area, limits_reading, limits_writing)
   select c.id, $1::text, true, c.order_index % 2 = 0 from ${table} c where c.name like 'Space %'`,
  `insert into category_scopes (category_id, ruled_by, distance, area, limits_reading, limits_writing)
   with recursive above as (
     select c.id, c.id as ruled_by, 0 as distance, c.parent_category_id as next from ${table} c
     where c.name like 'Space %'
     union all
     select a.id, c.id, a.distance + 1, c.parent_category_id from above a join ${table} c on c.id = a.next
   )
   select a.id, a.ruled_by, a.distance, $1::text, r.limits_reading, r.limits_writing
   from above a join category_access r on r.category_id = a.ruled_by`,
  `insert into category_access_groups (category_id, group_id, level)
   select s.category_id, g.id, case when c.order_index % 2 = 0 then 'write' else 'read' end
   from category_scopes s
   join ${table} c on c.id = s.category_id
   join ${table} top on top.id = s.ruled_by and top.parent_category_id is null
   join groups g on g.name in (
     'Group ' || 4 * top.order_index - case $1::text when 'forum' then 2 else 0 end,
     'Group ' || 4 * top.order_index - case $1::text when 'forum' then 3 else 1 end)`,
];

/** Rows by a hash of their ids. @param {string} table @param {string} categories @param {number} percent of all */
const moveSql = (table, categories, percent) => `
  update ${table} i set category_id = c.ids[1 + abs(hashtext(i.id::text)) / 100 % cardinality(c.ids)]
  from (select array_agg(id order by id) as ids from ${categories} where name like 'Space %') c
  where abs(hashtext(i.id::text)) % 100 < ${percent}`;

const derivedSql = [
  `update search_entries e set category_id = i.category_id from content_items i
   where e.type = i.kind and e.id = i.id and e.part = 0 and e.category_id is distinct from i.category_id`,
  `update search_entries e set category_id = t.category_id from forum_posts p join forum_threads t on t.id = p.thread_id
   where e.type = 'post' and e.id = p.id and e.part = 0 and e.category_id is distinct from t.category_id`,
  `delete from content_counts`,
  `insert into content_counts (category_id, kind, status, audience, n)
   select i.category_id, i.kind, i.status,
          i.audience || case when i.visibility = 'INTERNAL' and i.audience <> 'INTERNAL' then '_INTERNAL' else '' end,
          count(*)
   from content_items i where i.deleted_at is null group by 1, 2, 3, 4`,
  `update content_positions p set category_id = i.category_id, parent_id = null
   from content_items i where i.id = p.item_id and p.category_id <> i.category_id`,
  `update forum_categories c set thread_count = n.threads, post_count = n.posts, last_post_at = n.last_post_at
   from (
     select category_id, count(*) as threads, sum(post_count) as posts, max(last_post_at) as last_post_at
     from forum_threads where deleted_at is null and hidden_at is null group by 1
   ) n where n.category_id = c.id`,
];

/** @param {import('pg').Client} client @returns {Promise<boolean>} whether they were missing */
export async function fillSpaces(client) {
  const { rowCount } = await client.query('select from category_access limit 1');
  if (rowCount) return false;
  await client.query('begin');
  await client.query(
    `insert into groups (id, name, description, created_at)
     select gen_random_uuid(), 'Group ' || n, '', now() from generate_series(1, $1::int) n`,
    [GROUPS],
  );
  for (const { area, categories, table, percent } of [
    { area: 'content', categories: 'content_categories', table: 'content_items', percent: 50 },
    { area: 'forum', categories: 'forum_categories', table: 'forum_threads', percent: 10 },
  ]) {
    for (const [level, count] of LEVELS.entries())
      await client.query(categoriesSql(categories), [level, count, LEVELS[level - 1] ?? 0]);
    for (const sql of limitsSql(categories)) await client.query(sql, [area]);
    await client.query(moveSql(table, categories, percent));
  }
  for (const sql of derivedSql) await client.query(sql);
  await client.query('commit');
  await client.query('vacuum (analyze)');
  return true;
}

/** Makes the users of the benchmark members of 30 groups. @param {import('pg').Client} client */
export async function joinGroups(client) {
  await client.query(
    `insert into group_members (group_id, user_id, created_at)
     select g.id, u.id, now() from groups g cross join users u
     where g.name = any(select 'Group ' || n from generate_series(1, $1::int) n) and u.email like 'bench-%'
     on conflict do nothing`,
    [GROUPS_OF_READERS],
  );
}

/** Of guests and of users, not cached. @param {string} name @param {string[]} paths */
const variants = (name, ...paths) =>
  [false, true].map((signedIn) => ({
    name: `${name}, ${signedIn ? 'signed in' : 'guest'}, not cached`,
    requests: paths.map((path) => ({ path })),
    bare: [],
    fresh: true,
    signedIn,
  }));

/** @param {import('./samples.mjs').Samples} samples @returns {import('./cases.mjs').Case[]} */
export const spacesCases = ({ categoryId, limitedSlugs }) => [
  ...variants('list, one category', `/api/documents?limit=20&category_id=${categoryId}`),
  ...variants('home', '/api/dashboard/home'),
  ...variants('categories', '/api/categories'),
  ...variants('tags', '/api/tags'),
  ...variants('tags, a prefix', '/api/tags?q=re'),
  ...variants('latest threads', '/api/forum/threads'),
  ...variants('document with limits', ...limitedSlugs.map((slug) => `/api/documents/${slug}`)).slice(1),
];
