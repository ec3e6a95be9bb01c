import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { v7 as uuidv7 } from 'uuid';

/** The order key of a row that was never moved: ids are in the order of creation, and hex digits in that of keys. */
const toInitialRank = (id: string): string => `a0${id.replaceAll('-', '')}V`;

/**
 * Order keys after the last of a level, and before the initial ones of rows that are created later.
 * @param last null in an empty level
 */
export function createLastRanks(last: string | null, count: number): string[] {
  const end = toInitialRank(uuidv7());
  // The clock of another instance can be ahead.
  if (last !== null && last >= end) return generateNKeysBetween(last, null, count);
  return count === 0 ? [] : [...generateNKeysBetween(last, end, count - 1), end];
}

/** Order keys between two siblings; without a following one at the end of the level. */
export const createRanksBetween = (previous: string | null, next: string | null, count: number): string[] =>
  next === null ? createLastRanks(previous, count) : generateNKeysBetween(previous, next, count);

/** {@link createRanksBetween} for one. */
export const createRankBetween = (previous: string | null, next: string | null): string =>
  next === null ? createLastRanks(previous, 1)[0]! : generateKeyBetween(previous, next);
