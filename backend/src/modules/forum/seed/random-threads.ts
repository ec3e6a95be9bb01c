import { v7 as uuidv7 } from 'uuid';
import type { SeedText } from '../../content/seeds.js';

export interface ThreadSeedContext {
  threads: number;
  posts: number;
  /** ids of users and categories to choose from */
  members: readonly string[];
  categories: readonly string[];
  now: Date;
}

export interface BulkThread {
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

export interface BulkPost {
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
const MIN_WORDS = 40;
const MAX_WORDS = 300;
/** Most posts are short. */
const USUAL_WORDS = 25;

export function createThread(
  text: SeedText,
  i: number,
  size: number,
  { threads, members, categories, now }: ThreadSeedContext,
): BulkThread {
  const createdAt = new Date(getStart(i, threads, now.getTime()));
  const authorId = pickOften(text, members);
  const isHidden = text.random() < HIDDEN;
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    authorId,
    categoryId: pickOften(text, categories),
    title: text.title(),
    tags: [...new Set([text.getWord(text.below(300)), text.getWord(300 + text.below(3000))])],
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

/** Creates the next post of the thread, and updates the numbers of the thread. */
export function createPost(
  text: SeedText,
  thread: BulkThread,
  createdAt: Date,
  { members }: ThreadSeedContext,
): BulkPost {
  const number = ++thread.lastNumber;
  const post: BulkPost = {
    id: uuidv7({ msecs: createdAt.getTime() }),
    thread,
    number,
    authorId: number === 1 ? thread.authorId : pickOften(text, members),
    content: text.sentences(pickLength(text)),
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
export const pickOften = (text: SeedText, choices: readonly string[]): string =>
  choices[Math.floor(choices.length * text.random() ** 2)]!;

const pickLength = (text: SeedText): number =>
  Math.min(MAX_WORDS, Math.floor(MIN_WORDS - USUAL_WORDS * Math.log(1 - text.random())));

const DAY = 24 * 3600_000;
const YEARS = 3 * 365 * DAY;
/** The longest thread has one of this many posts: 100,000 of 2,000,000. */
const POSTS_PER_LONGEST = 20;
const LONGEST_REPLIES = 30 * DAY;

/** How many posts each thread has: many have few, and one has very many. */
export function threadSizes(text: SeedText, threads: number, posts: number): number[] {
  const longest = Math.floor(threads / 10);
  const extra = threads > 1 ? Math.floor(posts / POSTS_PER_LONGEST) : 0;
  const shares = Array.from({ length: threads }, () => 1 / (text.random() + 0.02));
  const sum = shares.reduce((total, share) => total + share, 0);
  // Each thread has its Original Post; the others are divided by shares, without a rest.
  const divided = Math.max(0, posts - threads - extra);
  let [done, before] = [0, 0];
  return shares.map((share, i) => {
    before += share;
    const until = i === threads - 1 ? divided : Math.round((divided * before) / sum);
    const size = 1 + until - done + (i === longest ? Math.min(extra, posts - threads) : 0);
    done = until;
    return size;
  });
}

/** Threads were begun at regular intervals over some years. */
export const getStart = (thread: number, threads: number, now: number): number =>
  now - YEARS + (YEARS * thread) / threads;

interface Timeline {
  /** index of the thread, by post */
  threads: Uint32Array;
  /** in milliseconds, ascending */
  times: Float64Array;
}

/** All posts in the order in which they were written, so that posts of different threads alternate. */
export function createTimeline(text: SeedText, sizes: readonly number[], now: number): Timeline {
  const count = sizes.reduce((total, size) => total + size, 0);
  const [threads, times] = [new Uint32Array(count), new Float64Array(count)];
  let next = 0;
  sizes.forEach((size, thread) => {
    const start = getStart(thread, sizes.length, now);
    const isLong = size > count / POSTS_PER_LONGEST;
    const span = isLong ? now - start : Math.min(now - start, LONGEST_REPLIES * text.random());
    for (let i = 0; i < size; i++) {
      threads[next] = thread;
      // Most replies come early.
      times[next++] = start + span * (i / size) ** (isLong ? 1 : 2);
    }
  });
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
  return {
    threads: Uint32Array.from(order, (i) => threads[i]!),
    times: Float64Array.from(order, (i) => times[i]!),
  };
}
