import { v7 as uuidv7 } from 'uuid';
import type { Bulk } from '../../../platform/database/bulk.js';
import { seedBatches, SeedEntries, SeedText } from '../../content/index.js';
import { SOLUTION_REPUTATION } from '../posts/post-writer.js';
import { postEntry } from '../search/forum-search-entry.js';
import { startOf, threadSizes, timelineOf } from './seed-timeline.js';

export interface ThreadSeedContext {
  threads: number;
  posts: number;
  /** ids of users and categories to choose from */
  members: readonly string[];
  categories: readonly string[];
  now: Date;
}

/** What the posts add to the stored numbers of their authors. */
export interface SeededStats {
  posts: Map<string, number>;
  reputation: Map<string, number>;
}

interface BulkThread {
  id: string;
  authorId: string;
  categoryId: string;
  title: string;
  tags: string[];
  createdAt: Date;
  isPinned: boolean;
  isLocked: boolean;
  isHidden: boolean;
  /** how many posts it will have */
  size: number;
  /** number of the post that solves it; 0 for none */
  solution: number;
  solutionId: string | null;
  views: number;
  lastNumber: number;
  postCount: number;
  lastPostId: string;
  lastPostAt: Date;
  lastAuthorId: string;
}

interface BulkPost {
  id: string;
  thread: BulkThread;
  number: number;
  authorId: string;
  content: string;
  replyToId: string | null;
  createdAt: Date;
  isDeleted: boolean;
  likes: string[];
  helpfuls: string[];
}

const PINNED = 0.0002;
const LOCKED = 0.01;
const HIDDEN = 0.002;
const SOLVED = 0.3;
const DELETED = 0.01;
const QUOTING = 0.3;
const LIKED = 0.08;
/** Of so many threads, one was read by a member. */
const THREADS_PER_READ = 2;
const MIN_WORDS = 40;
const MAX_WORDS = 300;
/** Most posts are short. */
const USUAL_WORDS = 25;

/** The tables that grow most; see SuspendedIndexes. */
export const seededForumTables = ['forum_threads', 'forum_posts', 'post_reactions', 'thread_reads'];

/**
 * Threads with posts, reactions and search entries, in the order in which they were written, with the counters of
 * threads and categories. Those of users are left to the caller. Yields how many posts there are so far.
 */
export async function* seedThreads(bulk: Bulk, context: ThreadSeedContext, stats: SeededStats): AsyncGenerator<number> {
  const text = new SeedText();
  const now = context.now.getTime();
  const sizes = threadSizes(text, context.threads, context.posts);
  const threads = sizes.map((size, i) => threadAt(text, i, size, context));
  const timeline = timelineOf(text, sizes, now);
  const entries = await SeedEntries.create(bulk, text.vocabulary);
  await bulk.query('set constraints all deferred');
  for (const { numbers, done } of seedBatches(timeline.times.length)) {
    const batch: BulkPost[] = [];
    await copyPosts(bulk, postsAt(numbers));
    await copyReactions(bulk, batch);
    await entries.copy(batch.filter(isIndexed), entryOf);
    yield done;

    // Lazily, so that PostgreSQL stores a post while the next one is written.
    function* postsAt(indexes: readonly number[]): Generator<BulkPost> {
      for (const i of indexes) {
        const post = writePost(text, threads[timeline.threads[i]!]!, new Date(timeline.times[i]!), context);
        count(post, stats);
        batch.push(post);
        yield post;
      }
    }
  }
  await entries.finish();
  await copyThreads(bulk, threads);
  await copyReads(bulk, text, threads, context.members);
  await countInCategories(bulk, threads);
}

function threadAt(
  text: SeedText,
  i: number,
  size: number,
  { threads, members, categories, now }: ThreadSeedContext,
): BulkThread {
  const createdAt = new Date(startOf(i, threads, now.getTime()));
  const authorId = pickOften(text, members);
  const isHidden = text.random() < HIDDEN;
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    authorId,
    categoryId: pickOften(text, categories),
    title: text.title(),
    tags: [...new Set([text.wordAt(text.below(300)), text.wordAt(300 + text.below(3000))])],
    createdAt,
    isPinned: !isHidden && text.random() < PINNED,
    isLocked: text.random() < LOCKED,
    isHidden,
    size,
    solution: size > 1 && text.random() < SOLVED ? 2 + text.below(Math.min(size - 1, 8)) : 0,
    solutionId: null,
    views: size * (1 + Math.floor(1 / (text.random() + 0.002))),
    lastNumber: 0,
    postCount: 0,
    lastPostId: '',
    lastPostAt: createdAt,
    lastAuthorId: authorId,
  };
}

/** The next post of the thread. */
function writePost(text: SeedText, thread: BulkThread, createdAt: Date, { members }: ThreadSeedContext): BulkPost {
  const number = ++thread.lastNumber;
  const post: BulkPost = {
    id: uuidv7({ msecs: createdAt.getTime() }),
    thread,
    number,
    authorId: number === 1 ? thread.authorId : pickOften(text, members),
    content: text.sentences(lengthOf(text)),
    replyToId: number > 2 && text.random() < QUOTING ? thread.lastPostId : null,
    createdAt,
    isDeleted: number > 1 && number < thread.size && number !== thread.solution && text.random() < DELETED,
    likes: [],
    helpfuls: [],
  };
  if (text.random() < LIKED) {
    const first = text.below(members.length);
    const fans = Math.min(1 + text.below(3), members.length);
    post.likes = Array.from({ length: fans }, (_, i) => members[(first + i) % members.length]!);
    post.helpfuls = post.likes.filter(() => text.random() < 0.3);
  }
  thread.lastPostId = post.id;
  thread.lastPostAt = createdAt;
  thread.lastAuthorId = post.authorId;
  if (!post.isDeleted) thread.postCount++;
  if (number === thread.solution) thread.solutionId = post.id;
  return post;
}

/** The first ones more often than the last ones. */
const pickOften = (text: SeedText, choices: readonly string[]): string =>
  choices[Math.floor(choices.length * text.random() ** 2)]!;

const lengthOf = (text: SeedText): number =>
  Math.min(MAX_WORDS, Math.floor(MIN_WORDS - USUAL_WORDS * Math.log(1 - text.random())));

function count({ authorId, number, thread, isDeleted, likes, helpfuls }: BulkPost, stats: SeededStats): void {
  if (isDeleted) return;
  add(stats.posts, authorId, 1);
  add(stats.reputation, authorId, [...likes, ...helpfuls].filter((fan) => fan !== authorId).length);
  if (number === thread.solution && authorId !== thread.authorId) add(stats.reputation, authorId, SOLUTION_REPUTATION);
}

const add = (numbers: Map<string, number>, id: string, by: number): void =>
  void numbers.set(id, (numbers.get(id) ?? 0) + by);

const isIndexed = ({ isDeleted, thread }: BulkPost): boolean => !isDeleted && !thread.isHidden;

const entryOf = (post: BulkPost) =>
  postEntry(
    {
      id: post.id,
      threadId: post.thread.id,
      number: post.number,
      authorId: post.authorId,
      content: post.content,
      at: post.createdAt,
      likes: post.likes.length,
      helpfuls: post.helpfuls.length,
      title: post.thread.title,
      tags: post.thread.tags,
      categoryId: post.thread.categoryId,
    },
    { text: searchTextOf(post.content), isProvisional: false },
  );

/** Plain sentences need no parser. */
const searchTextOf = (text: string) => ({
  body: text,
  headings: '',
  pieces: [{ heading: null, anchor: '', text }],
  words: [],
});

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

const copyPosts = (bulk: Bulk, posts: Iterable<BulkPost>): Promise<void> =>
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

const copyReactions = (bulk: Bulk, posts: readonly BulkPost[]): Promise<void> =>
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

const copyThreads = (bulk: Bulk, threads: readonly BulkThread[]): Promise<void> =>
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

const copyReads = (
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

async function countInCategories(bulk: Bulk, threads: readonly BulkThread[]): Promise<void> {
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
