import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type WidgetType } from '@codemirror/view';

/** Deeper levels look like the deepest one. */
const MAX_LEVEL = 6;

const QUOTE_MARKS = /^(?: {0,3}> ?)*/;

interface LineLook {
  classes: Set<string>;
  levels: Map<string, number>;
  attributes: Record<string, string>;
}

/** Collects how a part of a text is shown. Nothing of it changes the text. */
export class RichBuilder {
  readonly state: EditorState;
  /** The part of the text that is shown. */
  readonly from: number;
  readonly to: number;

  /** Shows the text again, when something outside of it has changed. */
  readonly refresh: () => void;
  private readonly isRevealing: boolean;
  private readonly ranges: Range<Decoration>[] = [];
  private readonly lines = new Map<number, LineLook>();
  private readonly hidden: { from: number; to: number }[] = [];

  /** @param isRevealing whether marks appear where the selection is, as they do while the text has the focus */
  constructor(state: EditorState, isRevealing: boolean, from: number, to: number, refresh: () => void) {
    this.state = state;
    this.refresh = refresh;
    this.isRevealing = isRevealing;
    this.from = state.doc.lineAt(from).from;
    this.to = state.doc.lineAt(to).to;
  }

  /** Whether the selection is in the range or at its edges. */
  isSelected(from: number, to: number): boolean {
    return this.isRevealing && this.state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  }

  /** Whether the selection is on a line of the range. */
  isLineSelected(from: number, to = from): boolean {
    return this.isSelected(this.state.doc.lineAt(from).from, this.state.doc.lineAt(to).to);
  }

  /** The shown lines of a range. */
  *linesOf(from: number, to: number): Generator<Line> {
    const end = Math.min(to, this.to);
    let line = this.state.doc.lineAt(Math.max(from, this.from));
    for (;;) {
      if (line.from > end) return;
      yield line;
      if (line.number === this.state.doc.lines) return;
      line = this.state.doc.line(line.number + 1);
    }
  }

  text({ from, to }: { from: number; to: number }): string {
    return this.state.sliceDoc(from, to);
  }

  /** The position behind the marks of quotes at the beginning of a line. */
  skipQuoteMarks(lineFrom: number): number {
    const { text } = this.state.doc.lineAt(lineFrom);
    return lineFrom + (QUOTE_MARKS.exec(text)?.[0].length ?? 0);
  }

  hide(from: number, to: number): void {
    this.replace(from, to);
  }

  /** Shows a widget in place of a part of a text. Line breaks stay: only whole blocks may replace them. */
  replace(from: number, to: number, widget?: WidgetType): void {
    const line = this.state.doc.lineAt(from);
    if (to > line.to) {
      this.replace(from, line.to, widget);
      this.replace(line.to + 1, to);
      return;
    }
    // What is hidden already stays as it is: the parts of a line are given in their order.
    const last = this.hidden.at(-1);
    const start = last && last.to > from && last.from <= from ? last.to : from;
    if (start > to || (start === to && !widget)) return;
    this.hidden.push({ from: start, to });
    if (start === to && widget) this.ranges.push(Decoration.widget({ widget, side: -1 }).range(start));
    else this.ranges.push(Decoration.replace(widget ? { widget } : {}).range(start, to));
  }

  /** Shows a widget behind a position. */
  append(at: number, widget: WidgetType): void {
    this.ranges.push(Decoration.widget({ widget, side: 1 }).range(at));
  }

  mark(from: number, to: number, className: string | undefined, attributes: Record<string, string> = {}): void {
    if (from < to) this.ranges.push(Decoration.mark({ class: className, attributes }).range(from, to));
  }

  line(from: number, ...classNames: (string | undefined)[]): void {
    const { classes } = this.lookOf(from);
    for (const name of classNames) if (name) classes.add(name);
  }

  attribute(from: number, name: string, value: string): void {
    this.lookOf(from).attributes[name] = value;
  }

  /** Sets how deep a line is in quotes or lists; the deepest level counts. */
  level(from: number, kind: 'quote' | 'list', level: number): void {
    const { levels } = this.lookOf(from);
    levels.set(kind, Math.min(MAX_LEVEL, Math.max(level, levels.get(kind) ?? 0)));
  }

  build(): DecorationSet {
    for (const [from, { classes, levels, attributes }] of this.lines) {
      for (const [kind, level] of levels) attributes[`data-${kind}`] = String(level);
      this.ranges.push(Decoration.line({ class: [...classes].join(' '), attributes }).range(from));
    }
    return Decoration.set(this.ranges, true);
  }

  private lookOf(from: number): LineLook {
    const known = this.lines.get(from);
    if (known) return known;
    const look = { classes: new Set<string>(), levels: new Map<string, number>(), attributes: {} };
    this.lines.set(from, look);
    return look;
  }
}
