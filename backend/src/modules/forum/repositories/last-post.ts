/**
 * SQL for `update forum_threads t set … from …` after posts were deleted, hidden, restored or moved: the last post that
 * everyone sees; without one, the beginning of the thread.
 */
export const setLastPost =
  'last_post_at = coalesce(l.created_at, t.created_at), last_post_author_id = coalesce(l.author_id, t.author_id)';

/** The latest post by time: posts that were moved here have higher numbers than later ones. @param threadId SQL */
export const selectLastPost = (threadId: string): string => `
  select p.created_at, p.author_id from forum_posts p
  where p.thread_id = ${threadId} and p.deleted_at is null and p.hidden_at is null
  order by p.created_at desc, p.number desc limit 1`;

/** @param threadId SQL parameter */
export const fromLastPost = (threadId: string): string =>
  `(select 1) one left join (${selectLastPost(threadId)}) l on true`;
