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
 * @property {string[]} rare
 * @property {string[]} medium
 * @property {string[]} common
 * @property {ForumSamples | undefined} forum
 */

const SAMPLE = 2000;

/**
 * @param {import('pg').Client} client
 * @returns {Promise<Samples>} deterministic for the same data
 */
export async function takeSamples(client) {
  const { rows } = await client.query(
    `select i.slug, d.content from content_items i join documents d on d.item_id = i.id
     where i.kind = 'document' and i.audience = 'PUBLIC' order by md5(i.slug) limit $1`,
    [SAMPLE],
  );
  const videos = await client.query(
    `select i.slug from content_items i
     where i.kind = 'video' and i.audience = 'PUBLIC' order by md5(i.slug) limit 200`,
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
    common: within(0.25, 1),
    medium: within(0.01, 0.03),
    rare: within(0.0005, 0.001),
    forum: await takeForumSamples(client),
  };
}

/** @param {import('pg').Client} client @returns {Promise<ForumSamples | undefined>} */
async function takeForumSamples(client) {
  const shown = 't.deleted_at is null and t.hidden_at is null';
  const categories = await client.query(
    'select id, thread_count as threads from forum_categories order by thread_count desc, id limit 1',
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
