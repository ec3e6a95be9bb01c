// Samples for the requests of a benchmark: documents from the whole database, and words of each frequency.

/**
 * @typedef {object} ForumSamples
 * @property {{ id: string, threads: number }} category the largest
 * @property {string[]} threads of two pages or more
 * @property {{ id: string, posts: number }} longest the thread with most posts
 * @property {string[]} tags of different frequencies
 */
/**
 * @typedef {object} Samples
 * @property {string[]} slugs
 * @property {string[]} videoSlugs
 * @property {string} categoryId the largest of content without limits
 * @property {string[]} limitedSlugs of documents in categories with limits that the readers of the benchmark may read
 * @property {string[]} rare
 * @property {string[]} medium
 * @property {string[]} common
 * @property {ForumSamples | undefined} forum
 */

const SAMPLE = 2000;
/** Everybody may read in the category. @param {string} alias */
const isOpen = (alias) => `not exists (select from category_scopes s where s.category_id = ${alias}.category_id)`;

/**
 * @param {import('pg').Client} client
 * @returns {Promise<Samples>} deterministic for the same data
 */
export async function takeSamples(client) {
  const { rows } = await client.query(
    `select i.slug, d.content from content_items i join documents d on d.item_id = i.id
     where i.kind = 'document' and i.audience = 'PUBLIC' and ${isOpen('i')} order by md5(i.slug) limit $1`,
    [SAMPLE],
  );
  const videos = await client.query(
    `select i.slug from content_items i
     where i.kind = 'video' and i.audience = 'PUBLIC' and ${isOpen('i')} order by md5(i.slug) limit 200`,
  );
  const category = await client.query(
    `select i.category_id as id from content_items i where ${isOpen('i')} group by 1 order by count(*) desc, 1 limit 1`,
  );
  const limited = await client.query(
    `select i.slug from content_items i where i.kind = 'document' and i.audience = 'PUBLIC' and i.category_id in (
       select s.category_id from category_scopes s join category_access_groups a on a.category_id = s.ruled_by
       join groups g on g.id = a.group_id where g.name = 'Group 4'
     ) order by md5(i.slug) limit 200`,
  );
  /** @type {Map<string, number>} */
  const frequencies = new Map();
  for (const { content } of rows)
    for (const word of new Set(content.toLowerCase().match(/\p{L}{5,}/gu)))
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const byFrequency = [...frequencies].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const within = (/** @type {number} */ least, /** @type {number} */ most) =>
    byFrequency
      .filter(([, n]) => n >= least * rows.length && n <= most * rows.length)
      .slice(0, 10)
      .map(([word]) => word);
  return {
    slugs: rows.slice(0, 200).map(({ slug }) => slug),
    videoSlugs: videos.rows.map(({ slug }) => slug),
    categoryId: category.rows[0]?.id,
    limitedSlugs: limited.rows.map(({ slug }) => slug),
    common: within(0.25, 1),
    medium: within(0.01, 0.03),
    rare: within(0.0005, 0.001),
    forum: await takeForumSamples(client),
  };
}

/** @param {import('pg').Client} client @returns {Promise<ForumSamples | undefined>} */
async function takeForumSamples(client) {
  const shown = `t.deleted_at is null and t.hidden_at is null and ${isOpen('t')}`;
  const categories = await client.query(
    `select t.id, t.thread_count as threads from forum_categories t
     where not exists (select from category_scopes s where s.category_id = t.id)
     order by t.thread_count desc, t.id limit 1`,
  );
  const longest = await client.query(
    `select t.id, t.last_number as posts from forum_threads t where ${shown} order by t.last_number desc limit 1`,
  );
  if (!longest.rows[0]) return undefined;
  const threads = await client.query(
    `select t.id, t.tags[1] as tag from forum_threads t
     where ${shown} and not t.is_locked and t.last_number between 11 and 200 order by md5(t.id::text) limit 200`,
  );
  return {
    category: categories.rows[0],
    longest: longest.rows[0],
    threads: threads.rows.map(({ id }) => id),
    tags: threads.rows.slice(0, 40).map(({ tag }) => tag),
  };
}
