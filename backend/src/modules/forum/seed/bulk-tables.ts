import type { Bulk } from '../../../platform/database/bulk.js';
import type { SeedText } from '../../content/index.js';
import { type BulkPost, type BulkThread, pickOften } from './random-threads.js';

/** One of this many threads was read by a member. */
const THREADS_PER_READ = 2;

/** The tables that grow most; see SuspendedIndexes. */
export const seededForumTables = ['forum_threads', 'forum_posts', 'post_reactions', 'thread_reads'];

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
}

const postColumns = [
  'id',
  'thread_id',
  'number',
  'author_id',
  'content',
  'reply_to_id',
  'like_count',
  'helpful_count',
  'created_at',
  'deleted_at',
];

export const copyPosts = (bulk: Bulk, posts: Iterable<BulkPost>): Promise<void> =>
  bulk.copy(
    'forum_posts',
    postColumns,
    mapped(posts, (p) => [
      p.id,
      p.thread.id,
      p.number,
      p.authorId,
      p.content,
      p.replyToId,
      p.likes.length,
      p.helpfuls.length,
      p.createdAt,
      p.isDeleted ? p.createdAt : null,
    ]),
  );

export const copyReactions = (bulk: Bulk, posts: readonly BulkPost[]): Promise<void> =>
  bulk.copy(
    'post_reactions',
    ['post_id', 'user_id', 'type', 'created_at'],
    posts.flatMap(({ id, likes, helpfuls, createdAt }) => [
      ...likes.map((fan) => [id, fan, 'LIKE', createdAt]),
      ...helpfuls.map((fan) => [id, fan, 'HELPFUL', createdAt]),
    ]),
  );

const threadColumns = [
  'id',
  'category_id',
  'author_id',
  'title',
  'tags',
  'is_pinned',
  'is_locked',
  'is_solved',
  'solution_post_id',
  'last_number',
  'post_count',
  'view_count',
  'created_at',
  'last_post_at',
  'last_post_author_id',
  'hidden_at',
];

export const copyThreads = (bulk: Bulk, threads: readonly BulkThread[]): Promise<void> =>
  bulk.copy(
    'forum_threads',
    threadColumns,
    mapped(threads, (t) => [
      t.id,
      t.categoryId,
      t.authorId,
      t.title,
      t.tags,
      t.isPinned,
      t.isLocked,
      t.solution > 0,
      t.solutionId,
      t.lastNumber,
      t.postCount,
      t.views,
      t.createdAt,
      t.lastPostAt,
      t.lastAuthorId,
      t.isHidden ? t.lastPostAt : null,
    ]),
  );

export const copyReads = (
  bulk: Bulk,
  text: SeedText,
  threads: readonly BulkThread[],
  members: readonly string[],
): Promise<void> =>
  bulk.copy(
    'thread_reads',
    ['user_id', 'thread_id', 'last_number', 'is_watched'],
    mapped(
      threads.filter((_, i) => i % THREADS_PER_READ === 0),
      (thread) => [pickOften(text, members), thread.id, 1 + text.below(thread.lastNumber), text.random() < 0.5],
    ),
  );

/** Adds the threads and posts to the counters of their categories. */
export async function countInCategories(bulk: Bulk, threads: readonly BulkThread[]): Promise<void> {
  const shown = threads.filter(({ isHidden }) => !isHidden);
  for (const [id, inside] of Map.groupBy(shown, ({ categoryId }) => categoryId))
    await bulk.query(
      `update forum_categories
       set thread_count = thread_count + $2, post_count = post_count + $3,
           last_post_at = greatest(last_post_at, $4::timestamptz)
       where id = $1`,
      [
        id,
        inside.length,
        inside.reduce((sum, { postCount }) => sum + postCount, 0),
        new Date(inside.reduce((last, { lastPostAt }) => Math.max(last, lastPostAt.getTime()), 0)),
      ],
    );
}
