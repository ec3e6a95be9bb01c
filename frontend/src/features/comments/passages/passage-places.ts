import { findPassage, type PassageRange } from '@hub/shared/passages';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import type { RenderedText } from './passage-text';

/** An open comment and where its passage is. */
export interface PlacedThread {
  thread: CommentThreadResponse;
  comment: CommentResponse;
  range: PassageRange;
  /** from the top of the text, in pixels */
  top: number;
}

/** Comments whose marks would cover each other have one. */
export interface PassageMark {
  top: number;
  threads: readonly PlacedThread[];
}

const MARK_HEIGHT = 28;

/** The places of the passages that are in the text, in its order. */
export function placeThreads(
  threads: readonly CommentThreadResponse[],
  text: RenderedText,
  origin: number,
): PlacedThread[] {
  const placed = threads.flatMap((thread): PlacedThread[] => {
    const { comment } = thread;
    const range = comment?.anchor ? findPassage(text, comment.anchor) : undefined;
    const top = range && text.toRange(range)?.getClientRects()[0]?.top;
    return comment && range && top !== undefined ? [{ thread, comment, range, top: top - origin }] : [];
  });
  return placed.toSorted((a, b) => a.range.from - b.range.from);
}

/** Joins comments that begin at about the same height. */
export function groupMarks(placed: readonly PlacedThread[]): PassageMark[] {
  const marks: { top: number; threads: PlacedThread[] }[] = [];
  for (const each of placed) {
    const last = marks.at(-1);
    if (last && each.top - last.top < MARK_HEIGHT) last.threads.push(each);
    else marks.push({ top: each.top, threads: [each] });
  }
  return marks;
}
