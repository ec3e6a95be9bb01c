import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { ThreadSort } from './threads.dto.js';

/** The place of a thread in a sorted list: pinned threads come first, the id makes the order total. */
export interface ThreadCursor {
  isPinned: boolean;
  /** the sorted value: ISO time, count, or nothing where the id sorts */
  value: string | number | null;
  id: string;
}

export const encodeCursor = ({ isPinned, value, id }: ThreadCursor): string =>
  Buffer.from(JSON.stringify([isPinned ? 1 : 0, value, id])).toString('base64url');

/** @returns undefined for anything that {@link encodeCursor} has not made for this order */
export function decodeCursor(text: string, sort: ThreadSort): ThreadCursor | undefined {
  try {
    const [pinned, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof id !== 'string' || !isId(id) || !isValueOf(sort, value)) return undefined;
    return { isPinned: pinned === 1, value, id };
  } catch {
    return undefined;
  }
}

function isValueOf(sort: ThreadSort, value: unknown): value is ThreadCursor['value'] {
  if (sort === 'newest') return value === null;
  if (sort === 'activity') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31;
}
