// The cases of the forum.

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./load.mjs').Request} Request */

const FAR_PAGE = 500;
/** The size of a usual reply. */
const CONTENT = 'The backup was restored on the second try, after the disk had been mounted again. '.repeat(5);

/** @param {string} name @param {Omit<Case, 'name'>} requests of all variants @returns {Case[]} */
const variants = (name, requests, goals = { list: false }) => [
  { ...requests, name: `${name}, guest`, goal: 1 },
  { ...requests, name: `${name}, guest, not cached`, fresh: true },
  { ...requests, name: `${name}, signed in`, signedIn: true, goal: goals.list ? 0.65 : 0.5 },
  { ...requests, name: `${name}, signed in, not cached`, signedIn: true, fresh: true },
];

/** @param {string} id @param {number} page */
const posts = (id, page = 1) => ({ path: `/api/forum/threads/${id}/posts?page=${page}` });
/** @param {readonly string[]} ids @param {string} prefix @returns {Request[]} */
const replies = (ids, prefix) =>
  ids.map((id) => ({ method: 'POST', path: `${prefix}/threads/${id}/posts`, body: { content: CONTENT } }));

/**
 * @param {import('./samples.mjs').ForumSamples | undefined} samples
 * @returns {Case[]}
 */
export function forumCases(samples) {
  if (!samples) return [];
  const { category, threads, longest } = samples;
  const list = `/api/forum/categories/${category.id}/threads`;
  const bareList = [{ path: `/categories/${category.id}/threads` }];
  const farPages = Math.min(FAR_PAGE, Math.max(1, Math.floor(category.threads / 20) - 20));
  const lastPage = Math.ceil(longest.posts / 10);
  return [
    ...variants('forum home', { requests: [{ path: '/api/forum/categories' }], bare: [{ path: '/forum' }] }),
    ...variants('thread list', { requests: [{ path: list }], bare: bareList }, { list: true }),
    {
      name: 'thread list, guest, not cached, different pages',
      requests: Array.from({ length: 40 }, (_, n) => ({ path: `${list}?page=${n + 1}` })),
      bare: bareList,
      fresh: true,
    },
    {
      // Pages that differ, so no reads are shared.
      name: `thread list, not cached, page ${farPages} and the next 20`,
      requests: Array.from({ length: 20 }, (_, n) => ({ path: `${list}?page=${farPages + n}` })),
      bare: bareList,
      fresh: true,
      alone: 60,
    },
    { name: 'thread list, most replies', requests: [{ path: `${list}?sort=replies` }], bare: bareList, fresh: true },
    {
      name: 'thread list, one tag, not cached',
      requests: samples.tags.map((tag) => ({ path: `${list}?tag=${tag}` })),
      bare: bareList,
      fresh: true,
    },
    ...variants('thread', {
      requests: threads.map((id) => ({ path: `/api/forum/threads/${id}` })),
      bare: threads.map((id) => ({ path: `/threads/${id}` })),
    }),
    ...variants('posts of a thread', {
      requests: threads.map((id) => posts(id)),
      bare: threads.map((id) => ({ path: `/threads/${id}/posts` })),
    }),
    {
      name: `last page of ${longest.posts} posts, compared with the first`,
      requests: [posts(longest.id, lastPage)],
      bare: [posts(longest.id)],
      againstHub: true,
      fresh: true,
      goal: 0.83,
    },
  ];
}

/**
 * To be measured last, since notifications are sent for a while afterwards.
 * @param {import('./samples.mjs').ForumSamples | undefined} samples
 * @returns {Case[]}
 */
export function replyCases(samples) {
  const threads = samples?.threads ?? [];
  if (!threads.length) return [];
  return [
    {
      name: 'reply, in many threads',
      requests: replies(threads, '/api/forum'),
      bare: replies(threads, ''),
      signedIn: true,
      goal: 0.3,
    },
    {
      name: 'reply, all in one thread',
      requests: replies(threads.slice(0, 1), '/api/forum'),
      bare: replies(threads.slice(0, 1), ''),
      signedIn: true,
      goal: 0.3,
    },
  ];
}
