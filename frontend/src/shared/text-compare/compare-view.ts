import { type Chunk, getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { cspNonce } from '../../lib/page';
import { compare as text } from '../../messages/compare';
import { compareTheme } from './compare-theme';

/** Beyond them words are no longer compared, so that long texts that share little do not block the page. */
const DIFF = { scanLimit: 500, timeout: 300 };

const COLLAPSE = { margin: 3, minSize: 4 };

/** The bar above the selected change. */
class CurrentChange extends WidgetType {
  private readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override eq(other: CurrentChange): boolean {
    return other.label === this.label;
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement('div');
    bar.className = 'cm-currentChange';
    // The buttons' status says the same to screen readers.
    bar.ariaHidden = 'true';
    bar.textContent = this.label;
    return bar;
  }
}

const setCurrent = StateEffect.define<{ at: number; label: string } | undefined>();

const currentChange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, { effects }) => {
    const effect = effects.find((each) => each.is(setCurrent));
    if (!effect) return value;
    const { value: place } = effect;
    if (!place) return Decoration.none;
    const widget = new CurrentChange(place.label);
    return Decoration.set(Decoration.widget({ widget, block: true, side: -2 }).range(place.at));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A range of characters of the text after. */
export interface TextRange {
  from: number;
  to: number;
}

/** The compared texts, with line feeds as line ends. */
export interface Sides {
  before: string;
  after: string;
  /** Where both authors have changed the text after. */
  contested: readonly TextRange[];
}

export interface CompareOptions extends Sides {
  parent: HTMLElement;
  /** Two columns; otherwise the old lines are above the new ones. */
  isSideBySide: boolean;
  isCollapsed: boolean;
  beforeLabel: string;
  afterLabel: string;
  /** Called when the user has put the cursor into a change. */
  onSelect: (index: number) => void;
}

const readOnly = (label: string): Extension => [
  EditorView.cspNonce.of(cspNonce),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.lineWrapping,
  EditorState.phrases.of({ '$ unchanged lines': text.unchanged }),
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-readonly': 'true' }),
  currentChange,
  compareTheme,
];

interface ChunkRange {
  from: number;
  to: number;
}

/** Replaces the lines of a chunk by those of the other text. The end of a chunk may be behind the end of its text. */
function replaceLines(target: string, range: ChunkRange, source: string, lines: ChunkRange): string {
  const inserted = source.slice(lines.from, Math.max(lines.from, lines.to - 1));
  const isLineComplete = lines.from !== lines.to && range.to <= target.length;
  return target.slice(0, range.from) + inserted + (isLineComplete ? '\n' : '') + target.slice(range.to);
}

/** Both texts without the empty lines at their beginning, where the library finds changes without lines. */
function splitStart({ before, after, contested }: Sides): { start: string; sides: Sides } {
  const first = [...before].findIndex((character, index) => character !== '\n' || after[index] !== '\n');
  const start = before.slice(0, first < 0 ? before.length : first);
  const { length } = start;
  return {
    start,
    sides: {
      before: before.slice(length),
      after: after.slice(length),
      contested: contested.map(({ from, to }) => ({ from: from - length, to: to - length })),
    },
  };
}

/** Two texts with their differences. A decision returns the texts without one of them, for a new view. */
export class CompareView {
  private readonly start: string;
  private readonly sides: Sides;
  private readonly merge: MergeView | undefined;
  /** Shows the text after; in one column also the text before. */
  private readonly editor: EditorView;

  constructor(options: CompareOptions) {
    const { parent, isSideBySide, isCollapsed, onSelect } = options;
    const { start, sides } = splitStart(options);
    this.start = start;
    this.sides = sides;
    const watch = EditorView.updateListener.of((update) => {
      if (!update.transactions.some((each) => each.isUserEvent('select.pointer'))) return;
      const { head } = update.state.selection.main;
      const index = this.chunks.findIndex(({ fromB, endB }) => fromB <= head && head <= endB);
      if (index >= 0) onSelect(index);
    });
    const collapseUnchanged = isCollapsed ? COLLAPSE : undefined;
    const shared = { gutter: false, diffConfig: DIFF, ...(collapseUnchanged && { collapseUnchanged }) };
    if (isSideBySide) {
      this.merge = new MergeView({
        parent,
        a: { doc: sides.before, extensions: readOnly(options.beforeLabel) },
        b: { doc: sides.after, extensions: [readOnly(options.afterLabel), watch] },
        ...shared,
      });
      this.editor = this.merge.b;
    } else {
      this.editor = new EditorView({
        parent,
        doc: sides.after,
        extensions: [
          readOnly(options.afterLabel),
          watch,
          unifiedMergeView({ original: sides.before, mergeControls: false, ...shared }),
        ],
      });
    }
  }

  get chunks(): readonly Chunk[] {
    return getChunks(this.editor.state)?.chunks ?? [];
  }

  /** The lines of a change in both texts. */
  getLines({ fromA, endA, fromB, endB }: Chunk): { removed: string; added: string } {
    return { removed: this.sides.before.slice(fromA, endA), added: this.sides.after.slice(fromB, endB) };
  }

  isContested({ fromB, toB }: Chunk): boolean {
    return this.sides.contested.some(({ from, to }) => from <= toB && fromB <= to);
  }

  /** Marks a change, without moving the focus. */
  mark(index: number, { scrolls }: { scrolls: boolean }): void {
    const { merge, editor, chunks } = this;
    const chunk = chunks[index];
    const show = (view: EditorView, at: number) => {
      const place = {
        at: Math.min(at, view.state.doc.length),
        label: text.position({ index: index + 1, count: chunks.length }),
      };
      view.dispatch({
        effects: chunk
          ? [setCurrent.of(place), ...(scrolls ? [EditorView.scrollIntoView(place.at, { y: 'center' })] : [])]
          : [setCurrent.of(undefined)],
      });
    };
    if (merge) show(merge.a, chunk?.fromA ?? 0);
    show(editor, chunk?.fromB ?? 0);
  }

  /** The text after gets the lines of the text before. */
  take({ fromA, toA, fromB, toB }: Chunk): Sides {
    const { before, after, contested } = this.sides;
    const result = replaceLines(after, { from: fromB, to: toB }, before, { from: fromA, to: toA });
    const growth = result.length - after.length;
    const shift = this.start.length;
    return {
      before: this.start + before,
      after: this.start + result,
      contested: contested
        .filter(({ from, to }) => to < fromB || toB < from)
        .map(({ from, to }) => (to < fromB ? { from, to } : { from: from + growth, to: to + growth }))
        .map(({ from, to }) => ({ from: from + shift, to: to + shift })),
    };
  }

  /** The lines of the text after stay, and are no difference any more. */
  keep({ fromA, toA, fromB, toB }: Chunk): Sides {
    const { before, after, contested } = this.sides;
    const result = replaceLines(before, { from: fromA, to: toA }, after, { from: fromB, to: toB });
    const shift = this.start.length;
    return {
      before: this.start + result,
      after: this.start + after,
      contested: contested.map(({ from, to }) => ({ from: from + shift, to: to + shift })),
    };
  }

  destroy(): void {
    if (this.merge) this.merge.destroy();
    else this.editor.destroy();
  }
}
