// The forum of the bare server: one named statement per read; a reply is one insert and one update in a transaction, in
// tables of its own, since posts of the hub must have their counters and search entries.
import { randomUUID } from 'node:crypto';

const CATEGORIES = `select c.id, c.name, c.description, c.icon, c.color, c.parent_category_id, c.order_index,
    c.thread_count, c.post_count, c.last_post_at, c.created_at
  from forum_categories c order by c.order_index, c.name, c.id`;
const THREADS = `select t.id, t.category_id, t.title, t.tags, t.is_pinned, t.is_locked, t.is_solved, t.view_count,
    t.post_count, t.last_number, t.author_id, a.name as author_name, t.created_at, l.name as last_post_author,
    t.last_post_at
  from forum_threads t
  join users a on a.id = t.author_id
  join users l on l.id = t.last_post_author_id
  where t.category_id = $1 and t.deleted_at is null and t.hidden_at is null
    and (t.is_pinned, t.last_post_at, t.id) < (true, $2, $3)
  order by t.is_pinned desc, t.last_post_at desc, t.id desc limit 20`;
const THREAD = `select t.id, t.category_id, t.title, t.tags, t.is_pinned, t.is_locked, t.is_solved, t.view_count,
    t.post_count, t.last_number, t.author_id, a.name as author_name, t.created_at, c.name as category_name
  from forum_threads t
  join users a on a.id = t.author_id
  join forum_categories c on c.id = t.category_id
  where t.id = $1 and t.deleted_at is null and t.hidden_at is null`;
const POSTS = `select p.id, p.thread_id, p.number, p.content, p.created_at, p.edited_at, p.author_id,
    a.name as author_name, a.role as author_role, p.like_count, p.helpful_count
  from forum_posts p
  join users a on a.id = p.author_id
  where p.thread_id = $1 and p.number between 1 and 10 and p.deleted_at is null and p.hidden_at is null
  order by p.number`;
/** The thread takes the next number; its author writes. */
const NEXT_NUMBER = `update bare.forum_threads
  set last_number = last_number + 1, post_count = post_count + 1, last_post_at = now()
  where id = $1 returning last_number, author_id`;
const INSERT = `insert into bare.forum_posts (id, thread_id, number, author_id, content, created_at)
  values ($1, $2, $3, $4, $5, now())`;
/** With all indexes. */
const TABLES = `drop schema if exists bare cascade;
  create schema bare;
  create table bare.forum_threads (like forum_threads including all);
  create table bare.forum_posts (like forum_posts including all);
  insert into bare.forum_threads select * from forum_threads`;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** @param {import('fastify').FastifyRequest} request */
const getId = (request) => /** @type {{ id: string }} */ (request.params).id;

/** @param {import('fastify').FastifyInstance} app @param {import('pg').Pool} pool */
export async function addForum(app, pool) {
  await pool.query(`set statement_timeout = 0; ${TABLES}; set statement_timeout = 5000`);

  /** @param {string} name @param {string} text @param {unknown[]} values */
  const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;

  app.get('/forum', () => query('categories', CATEGORIES, []));
  app.get('/categories/:id/threads', (request) => query('threads', THREADS, [getId(request), 'infinity', LAST]));
  app.get('/threads/:id', (request) => query('thread', THREAD, [getId(request)]).then(([row]) => row));
  app.get('/threads/:id/posts', (request) => query('posts', POSTS, [getId(request)]));
  app.post('/threads/:id/posts', async (request, reply) => {
    const [thread, id] = [getId(request), randomUUID()];
    const { content } = /** @type {{ content: string }} */ (request.body);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({ name: 'next', text: NEXT_NUMBER, values: [thread] });
      const { last_number: number, author_id: author } = rows[0];
      await client.query({ name: 'insert', text: INSERT, values: [id, thread, number, author, content] });
      await client.query('commit');
      return await reply.code(201).send({ id, number });
    } finally {
      client.release();
    }
  });
}
