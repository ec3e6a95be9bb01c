// The baseline of `npm run bench`: Fastify, pg and one named statement per route, without authentication and counters.
import fastify from 'fastify';
import pg from 'pg';
import { addForum } from './bare-forum.mjs';

const COLUMNS = `i.id, i.title, i.slug, i.summary, i.category_id, c.name as category_name, i.author_id,
    u.name as author_name, i.difficulty, i.visibility, i.status, i.version, i.tags, i.view_count, i.like_count,
    i.helpful_count, i.bookmark_count, i.confused_count, i.created_at, i.published_at`;
const LIST = `select ${COLUMNS}, i.updated_at
  from content_items i
  join users u on u.id = i.author_id
  left join content_categories c on c.id = i.category_id
  where i.kind = 'document' and i.audience = 'PUBLIC' and i.id < $1 order by i.id desc limit 20`;
const DETAIL = `select ${COLUMNS}, d.content
  from content_items i
  join documents d on d.item_id = i.id
  join users u on u.id = i.author_id
  left join content_categories c on c.id = i.category_id
  where i.kind = 'document' and i.slug = $1 and i.audience = 'PUBLIC'`;
const VIDEO_LIST = LIST.replace("'document'", "'video'").replace('i.updated_at', 'i.updated_at, i.details');
const VIDEO_DETAIL = `select ${COLUMNS},
    v.description, v.source_url, v.embed_id, v.chapters, v.transcript, v.duration_sec
  from content_items i
  join videos v on v.item_id = i.id
  join users u on u.id = i.author_id
  left join content_categories c on c.id = i.category_id
  where i.kind = 'video' and i.slug = $1 and i.audience = 'PUBLIC'`;
/** The first candidates of the index, ranked by the short vector. */
const SEARCH = `with found as (
    select type, id, title, summary, url, short_tsv from search_entries
    where part = 0 and type = 'document' and tsv @@ plainto_tsquery('hub_english', $1) and audience = 'PUBLIC'
    limit 1000
  )
  select type, id, title, summary, url from found
  order by ts_rank(short_tsv, plainto_tsquery('hub_english', $1)) desc limit 20`;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, statement_timeout: 5000 });
const app = fastify();
/** @param {string} name @param {string} text @param {unknown[]} values */
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;

app.get('/list', () => query('list', LIST, [LAST]));
app.get('/documents/:slug', (request) =>
  query('detail', DETAIL, [/** @type {{ slug: string }} */ (request.params).slug]).then(([row]) => row),
);
app.get('/videos', () => query('videos', VIDEO_LIST, [LAST]));
app.get('/videos/:slug', (request) =>
  query('video', VIDEO_DETAIL, [/** @type {{ slug: string }} */ (request.params).slug]).then(([row]) => row),
);
app.post('/search', (request) => query('search', SEARCH, [/** @type {{ query: string }} */ (request.body).query]));

await addForum(app, pool);

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ type: 'ready', address });
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
