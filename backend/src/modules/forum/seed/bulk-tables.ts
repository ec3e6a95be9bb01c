import type { Bulk } from '../../../platform/database/bulk.js';
import type { SeedText } from '../../content/seeds.js';
import { type BulkPost, type BulkThread, pickOften } from './random-threads.js';

/** One of this many threads was read by a member. */
const THREADS_PER_READ = 2;

/** The tables that grow most; see SuspendedIndexes. */
export const seededForumTables = ['forum_threads', 'forum_posts', 'post_reactions', 'thread_reads'];

type Columns<Item> = Record<string, (item: Item) => unknown>;

const copyItems = <Item>(bulk: Bulk, table: string, items: Iterable<Item>, columns: Columns<Item>): Promise<void> => {
  const getters = Object.values(columns);
  function* toRows() {
    for (const item of items) yield getters.map((get) => get(item));
  }
  return bulk.copy(table, Object.keys(columns), toRows());
};

const postColumns: Columns<BulkPost> = {
  id: (p) => p.id,
  thread_id: (p) => p.thread.id,
  number: (p) => p.number,
  author_id: (p) => p.authorId,
  content: (p) => p.content,
  reply_to_id: (p) => p.replyToId,
  like_count: (p) => p.likes.length,
  helpful_count: (p) => p.helpfuls.length,
  created_at: (p) => p.createdAt,
  deleted_at: (p) => (p.isDeleted ? p.createdAt : null),
};

export const copyPosts = (bulk: Bulk, posts: Iterable<BulkPost>): Promise<void> =>
  copyItems(bulk, 'forum_posts', posts, postColumns);

export const copyReactions = (bulk: Bulk, posts: readonly BulkPost[]): Promise<void> =>
  bulk.copy(
    'post_reactions',
    ['post_id', 'user_id', 'type', 'created_at'],
    posts.flatMap(({ id, likes, helpfuls, createdAt }) => [
      ...likes.map((fan) => [id, fan, 'LIKE', createdAt]),
      ...helpfuls.map((fan) => [id, fan, 'HELPFUL', createdAt]),
    ]),
  );

const threadColumns: Columns<BulkThread> = {
  id: (t) => t.id,
  category_id: (t) => t.categoryId,
  author_id: (t) => t.authorId,
  title: (t) => t.title,
  tags: (t) => t.tags,
  is_pinned: (t) => t.isPinned,
  is_locked: (t) => t.isLocked,
  is_solved: (t) => t.solution > 0,
  solution_post_id: (t) => t.solutionId,
  last_number: (t) => t.lastNumber,
  post_count: (t) => t.postCount,
  view_count: (t) => t.views,
  created_at: (t) => t.createdAt,
  last_post_at: (t) => t.lastPostAt,
  last_post_author_id: (t) => t.lastAuthorId,
  hidden_at: (t) => (t.isHidden ? t.lastPostAt : null),
};

export const copyThreads = (bulk: Bulk, threads: readonly BulkThread[]): Promise<void> =>
  copyItems(bulk, 'forum_threads', threads, threadColumns);

export const copyReads = (
  bulk: Bulk,
  text: SeedText,
  threads: readonly BulkThread[],
  members: readonly string[],
): Promise<void> =>
  bulk.copy(
    'thread_reads',
    ['user_id', 'thread_id', 'last_number', 'is_watched'],
    threads
      .filter((_, i) => i % THREADS_PER_READ === 0)
      .map((thread) => [pickOften(text, members), thread.id, 1 + text.below(thread.lastNumber), text.random() < 0.5]),
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
