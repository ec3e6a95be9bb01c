import { v7 as uuidv7 } from 'uuid';
import type { SeedText } from '../../content/index.js';
import { startOf } from './seed-timeline.js';

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
export const pickOften = (text: SeedText, choices: readonly string[]): string =>
  choices[Math.floor(choices.length * text.random() ** 2)]!;

const lengthOf = (text: SeedText): number =>
  Math.min(MAX_WORDS, Math.floor(MIN_WORDS - USUAL_WORDS * Math.log(1 - text.random())));
