import { diffLines, diffWordsWithSpace } from 'diff';

export interface Piece {
  text: string;
  isChanged: boolean;
}

/** One line on each side; a side without pieces has no such line. */
export interface DiffRow {
  left?: Piece[];
  right?: Piece[];
}

/** Past this many edits the two texts have so little in common that marking it helps nobody; the work grows with their square. */
const LIMITS = { maxEditLength: 1000, timeout: 500 };
const MAX_WORD_DIFF_LENGTH = 2000;

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');
const plain = (text: string): Piece[] => [{ text, isChanged: false }];

function changedLine(before: string, after: string): DiffRow {
  const tooLong = before.length + after.length > MAX_WORD_DIFF_LENGTH;
  const words = tooLong ? [] : diffWordsWithSpace(before, after);
  const common = words.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim());
  // With nothing in common the whole line is the change; marking each word would only be noise.
  if (common.every((text) => text === '')) return { left: plain(before), right: plain(after) };
  return {
    left: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
    right: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}

function changedBlock(before: string[], after: string[]): DiffRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [left, right] = [before[index], after[index]];
    if (left !== undefined && right !== undefined) return changedLine(left, right);
    return {
      left: left === undefined ? undefined : plain(left),
      right: right === undefined ? undefined : plain(right),
    };
  });
}

/** A stretch of lines: the same on both sides, or changed. */
export interface DiffBlock {
  isChanged: boolean;
  rows: DiffRow[];
}

/** Two texts line by line, what belongs together beside each other, with the changed words marked. */
export function compareLines(before: string, after: string): DiffBlock[] {
  const parts = diffLines(before.replace(/\n?$/, '\n'), after.replace(/\n?$/, '\n'), LIMITS);
  if (!parts) return [{ isChanged: true, rows: changedBlock(linesOf(before), linesOf(after)) }];
  const blocks: DiffBlock[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part) continue;
    const lines = linesOf(part.value);
    const next = parts[index + 1];
    if (!part.added && !part.removed) {
      blocks.push({ isChanged: false, rows: lines.map((line) => ({ left: plain(line), right: plain(line) })) });
    } else if (part.removed && next?.added) {
      blocks.push({ isChanged: true, rows: changedBlock(lines, linesOf(next.value)) });
      index++;
    } else {
      blocks.push({ isChanged: true, rows: part.added ? changedBlock([], lines) : changedBlock(lines, []) });
    }
  }
  return blocks;
}
