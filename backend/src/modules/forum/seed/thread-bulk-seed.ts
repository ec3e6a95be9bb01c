import type { Bulk } from '../../../platform/database/bulk.js';
import { seedBatches, SeedEntries, SeedText } from '../../content/seeds.js';
import { SOLUTION_REPUTATION } from '../repositories/forum-counters.js';
import { toEntry } from '../search/forum-indexer.js';
import { copyPosts, copyReactions, copyReads, copyThreads, countInCategories } from './bulk-tables.js';
import {
  type BulkPost,
  createPost,
  createThread,
  type ThreadSeedContext,
  threadSizes,
  createTimeline,
} from './random-threads.js';

/** What the posts add to the stored numbers of their authors. */
export interface SeededStats {
  posts: Map<string, number>;
  reputation: Map<string, number>;
}

/**
 * Threads with posts, reactions and search entries, in the order in which they were written, with the counters of
 * threads and categories. Those of users are left to the caller. Yields how many posts there are so far.
 */
export async function* seedThreads(bulk: Bulk, context: ThreadSeedContext, stats: SeededStats): AsyncGenerator<number> {
  const text = new SeedText();
  const now = context.now.getTime();
  const sizes = threadSizes(text, context.threads, context.posts);
  const threads = sizes.map((size, i) => createThread(text, i, size, context));
  const timeline = createTimeline(text, sizes, now);
  const entries = await SeedEntries.create(bulk, text.vocabulary);
  await bulk.query('set constraints all deferred');
  for (const { numbers, done } of seedBatches(timeline.times.length)) {
    const batch: BulkPost[] = [];
    await copyPosts(bulk, createPostRows(numbers));
    await copyReactions(bulk, batch);
    await entries.copy(batch.filter(isShown), createEntry);
    yield done;

    // Lazily, so that PostgreSQL stores a post while the next one is written.
    function* createPostRows(indexes: readonly number[]): Generator<BulkPost> {
      for (const i of indexes) {
        const post = createPost(text, threads[timeline.threads[i]!]!, new Date(timeline.times[i]!), context);
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

function count(post: BulkPost, stats: SeededStats): void {
  if (!isShown(post)) return;
  const { authorId, number, thread, likes, helpfuls } = post;
  add(stats.posts, authorId, 1);
  add(stats.reputation, authorId, [...likes, ...helpfuls].filter((fan) => fan !== authorId).length);
  if (number === thread.solution && authorId !== thread.authorId) add(stats.reputation, authorId, SOLUTION_REPUTATION);
}

const add = (numbers: Map<string, number>, id: string, by: number): void =>
  void numbers.set(id, (numbers.get(id) ?? 0) + by);

const isShown = ({ isDeleted, thread }: BulkPost): boolean => !isDeleted && !thread.isHidden;

const createEntry = (post: BulkPost) =>
  toEntry(
    {
      id: post.id,
      thread_id: post.thread.id,
      number: post.number,
      author_id: post.authorId,
      content: post.content,
      at: post.createdAt,
      like_count: post.likes.length,
      helpful_count: post.helpfuls.length,
      title: post.thread.title,
      tags: post.thread.tags,
      category_id: post.thread.categoryId,
    },
    { text: toSearchText(post.content), isProvisional: false },
  );

/** Plain sentences need no parser. */
const toSearchText = (text: string) => ({
  body: text,
  headings: '',
  pieces: [{ heading: null, anchor: '', text }],
  words: [],
});
