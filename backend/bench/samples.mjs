// Samples for the requests of a benchmark: documents from the whole database, and words of each frequency.

/** @typedef {{ slugs: string[], videoSlugs: string[], rare: string[], medium: string[], common: string[] }} Samples */

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
  };
}
