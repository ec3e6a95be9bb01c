import type { SeedText } from '../../content/index.js';

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
export const startOf = (thread: number, threads: number, now: number): number =>
  now - YEARS + (YEARS * thread) / threads;

export interface Timeline {
  /** index of the thread, by post */
  threads: Uint32Array;
  /** in milliseconds, ascending */
  times: Float64Array;
}

/** All posts in the order in which they were written, so that those of a thread lie between those of others. */
export function timelineOf(text: SeedText, sizes: readonly number[], now: number): Timeline {
  const count = sizes.reduce((total, size) => total + size, 0);
  const [threads, times] = [new Uint32Array(count), new Float64Array(count)];
  let next = 0;
  sizes.forEach((size, thread) => {
    const start = startOf(thread, sizes.length, now);
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
