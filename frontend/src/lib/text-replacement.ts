export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

/** The smallest replacement that turns one text into the other; it preserves the cursor and the undo history. */
export function computeReplacement(before: string, after: string): Replacement {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let [end, afterEnd] = [before.length, after.length];
  while (end > from && afterEnd > from && before[end - 1] === after[afterEnd - 1]) {
    end--;
    afterEnd--;
  }
  return { from, to: end, insert: after.slice(from, afterEnd) };
}
