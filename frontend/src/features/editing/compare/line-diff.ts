import { diffLines, diffWordsWithSpace } from 'diff';
import { normalizeLineEnds } from '@hub/shared/line-ends';

export interface DiffPart {
  text: string;
  isChanged: boolean;
}

/** One line per side; a side without parts has no corresponding line. */
export interface DiffRow {
  left?: DiffPart[];
  right?: DiffPart[];
}

/**
 * Limits of the diff, whose cost grows with the square of the edits. Beyond them the texts share too little for a
 * useful diff.
 */
const DIFF_LIMITS = { maxEditLength: 1000, timeout: 500 };
const MAX_WORD_DIFF_LENGTH = 2000;

const splitLines = (text: string) => text.replace(/\n$/, '').split('\n');
const toUnchanged = (text: string): DiffPart[] => [{ text, isChanged: false }];

function diffChangedLine(before: string, after: string): DiffRow {
  const tooLong = before.length + after.length > MAX_WORD_DIFF_LENGTH;
  const words = tooLong ? [] : diffWordsWithSpace(before, after);
  const common = words.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim());
  // Without common words the whole line is the change; marking each word would only add noise.
  if (common.every((text) => text === '')) return { left: toUnchanged(before), right: toUnchanged(after) };
  return {
    left: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
    right: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}

function diffChangedBlock(before: string[], after: string[]): DiffRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [left, right] = [before[index], after[index]];
    if (left !== undefined && right !== undefined) return diffChangedLine(left, right);
    return {
      left: left === undefined ? undefined : toUnchanged(left),
      right: right === undefined ? undefined : toUnchanged(right),
    };
  });
}

/** A range of lines that is either identical on both sides or changed. */
export interface DiffBlock {
  isChanged: boolean;
  rows: DiffRow[];
}

/** Compares two texts line by line without their line ends: corresponding lines are paired, changed words marked. */
export function diffLineBlocks(before: string, after: string): DiffBlock[] {
  const [old, current] = [normalizeLineEnds(before), normalizeLineEnds(after)];
  const parts = diffLines(old.replace(/\n?$/, '\n'), current.replace(/\n?$/, '\n'), DIFF_LIMITS);
  if (!parts) return [{ isChanged: true, rows: diffChangedBlock(splitLines(old), splitLines(current)) }];
  const blocks: DiffBlock[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part) continue;
    const lines = splitLines(part.value);
    const next = parts[index + 1];
    if (!part.added && !part.removed) {
      blocks.push({
        isChanged: false,
        rows: lines.map((line) => ({ left: toUnchanged(line), right: toUnchanged(line) })),
      });
    } else if (part.removed && next?.added) {
      blocks.push({ isChanged: true, rows: diffChangedBlock(lines, splitLines(next.value)) });
      index++;
    } else {
      blocks.push({ isChanged: true, rows: part.added ? diffChangedBlock([], lines) : diffChangedBlock(lines, []) });
    }
  }
  return blocks;
}
