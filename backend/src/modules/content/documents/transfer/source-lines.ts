import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Span } from './markdown-syntax.js';

const SLICE_MS = 20;

/** Yields to the event loop within a long computation: `if (slice.isOver) await slice.next();`. */
export class TimeSlice {
  private started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.started > SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.started = performance.now();
  }
}

/** How many items at the beginning of a list meet a condition that none of the others meets. */
export function countLeading<Item>(items: readonly Item[], isLeading: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isLeading(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Maps offsets in the content of a block to offsets in the text. */
interface BlockPositions {
  /** @returns undefined where the content cannot be found in the text */
  findSpan(span: Span): Span | undefined;
}

/**
 * The lines of a text. The Markdown parser names the lines of a block and its content without indentation and
 * quotation marks: each line of the content is the end of a line of the text.
 */
export class SourceLines {
  private readonly starts: number[] = [];
  /** where each line would begin with plain line ends */
  private readonly plainStarts: number[] = [];
  private readonly lines: string[] = [];
  private row: { plain: string; offsets: number[]; cursor: number } = { plain: '', offsets: [], cursor: 0 };

  constructor(private readonly text: string) {
    let [start, plainStart] = [0, 0];
    for (const { 0: end, index } of text.matchAll(/\r\n?|\n|$/g)) {
      this.starts.push(start);
      this.plainStarts.push(plainStart);
      plainStart += index - start + 1;
      this.lines.push(text.slice(start, index));
      start = index + end.length;
      if (end === '') break;
    }
  }

  /** The offset in the text of an offset in the same text with plain line ends. */
  getOffset(plain: number): number {
    const line = getLine(this.plainStarts, plain);
    return (this.starts[line] ?? 0) + plain - (this.plainStarts[line] ?? 0);
  }

  /** Whole lines, with the line end of the last one. */
  spanOfLines(from: number, to: number): Span {
    return { start: this.starts[from] ?? this.text.length, end: this.starts[to] ?? this.text.length };
  }

  /** From the first character of the content to its last one. */
  spanOfBlock(content: string, firstLine: number): Span | undefined {
    return this.block(content, firstLine, false).findSpan({ start: 0, end: content.length });
  }

  /** @param isHeading whether other characters may follow the content in its line */
  block(content: string, firstLine: number, isHeading: boolean): BlockPositions {
    const starts: number[] = [];
    const ends: number[] = [];
    let start = 0;
    for (const [number, part] of content.split('\n').entries()) {
      starts.push(start);
      start += part.length + 1;
      ends.push(this.getEnd(part, firstLine + number, isHeading && !content.includes('\n')));
    }
    return {
      findSpan: (span) => {
        const getOffset = (at: number) => {
          const line = getLine(starts, at);
          const end = ends[line] ?? -1;
          const length = (starts[line + 1] ?? content.length + 1) - 1 - (starts[line] ?? 0);
          return end < 0 ? -1 : end - (length - (at - (starts[line] ?? 0)));
        };
        const found = { start: getOffset(span.start), end: getOffset(span.end) };
        return this.matches(found, content.slice(span.start, span.end)) ? found : undefined;
      },
    };
  }

  beginRow(line: number): void {
    const source = this.lines[line] ?? '';
    const offsets: number[] = [];
    let plain = '';
    for (let at = 0; at < source.length; at++) {
      if (source[at] === '\\' && source[at + 1] === '|') at++;
      offsets.push((this.starts[line] ?? 0) + at);
      plain += source[at];
    }
    this.row = { plain, offsets, cursor: 0 };
  }

  /** The next cell of the row. In cells, a bar is escaped. */
  cell(content: string): BlockPositions {
    const { plain, offsets, cursor } = this.row;
    const first = plain.indexOf(content, cursor);
    if (first >= 0) this.row.cursor = first + content.length;
    return {
      findSpan: ({ start, end }) => {
        const [from, to] = [offsets[first + start], offsets[first + end - 1]];
        return first < 0 || from === undefined || to === undefined ? undefined : { start: from, end: to + 1 };
      },
    };
  }

  /** Where a line of a content ends in the text; -1 if it is not there. */
  private getEnd(part: string, line: number, isHeading: boolean): number {
    const [source, start] = [this.lines[line] ?? '', this.starts[line] ?? 0];
    if (isHeading) {
      const [marks = ''] = /^[^#]*#{1,6}[ \t]*/.exec(source) ?? [];
      const at = source.indexOf(part, marks.length);
      return at < 0 ? -1 : start + at + part.length;
    }
    const end = source.trimEnd();
    // Only the end counts: the indentation of a line may be a tab in the text and spaces in the content.
    return end.endsWith(part.trim()) ? start + end.length + part.length - part.trimEnd().length : -1;
  }

  private matches({ start, end }: Span, part: string): boolean {
    if (start < 0 || end < start) return false;
    // Lines of a quotation have marks that the content does not have.
    return part.includes('\n') || this.text.slice(start, end) === part;
  }
}

/** The line that an offset is in, by the first offsets of the lines. */
const getLine = (starts: readonly number[], at: number): number =>
  Math.max(0, countLeading(starts, (start) => start <= at) - 1);
