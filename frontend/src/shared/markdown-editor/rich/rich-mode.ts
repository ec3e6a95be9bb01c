import { syntaxTree } from '@codemirror/language';
import { searchPanelOpen } from '@codemirror/search';
import { type EditorState, type Extension, Prec, StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { blockLooks } from './blocks';
import { RichBuilder } from './builder';
import { showContainers } from './callouts';
import { inlineLooks } from './inline';
import { outline } from './outline';
import { moveToContentStart, selectToContentStart } from './movement';

/** Something outside of the text has changed how it is shown. */
export const refreshLook = StateEffect.define();

interface ShownRange {
  from: number;
  to: number;
}

/**
 * How parts of a text are shown.
 * @param isRevealing whether marks appear where the selection is
 * @param refresh shows the text again, when something outside of it has changed
 */
export function decorate(
  state: EditorState,
  ranges: readonly ShownRange[],
  isRevealing: boolean,
  refresh: () => void,
): DecorationSet {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return Decoration.none;
  const builder = new RichBuilder(state, isRevealing, first.from, last.to, refresh);
  showContainers(builder);
  let shownTo = -1;
  for (const { from, to } of ranges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const look = inlineLooks[node.name] ?? blockLooks[node.name];
        if (node.from > shownTo) look?.(builder, node.node);
      },
    });
    shownTo = to;
  }
  return builder.build();
}

const createDecorations = (view: EditorView, refresh: () => void): DecorationSet =>
  decorate(view.state, view.visibleRanges, view.hasFocus || searchPanelOpen(view.state), refresh);

/**
 * While a mouse button is pressed and during a composition, the text stays as it is: what moves under the pointer would
 * be selected, and what changes beside a composition would end it.
 */
class RichDecorations {
  decorations: DecorationSet;
  private isPressed = false;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
    this.decorations = createDecorations(view, this.refreshLater);
    view.contentDOM.addEventListener('mousedown', this.press);
    view.contentDOM.addEventListener('compositionend', this.refreshLater);
    view.dom.ownerDocument.addEventListener('mouseup', this.release);
  }

  update(update: ViewUpdate): void {
    const { view, docChanged, changes } = update;
    if (view.composing || this.isPressed) {
      if (docChanged) this.decorations = this.decorations.map(changes);
      if (!update.viewportChanged) return;
    }
    const isStale =
      docChanged ||
      update.selectionSet ||
      update.viewportChanged ||
      update.focusChanged ||
      syntaxTree(update.startState) !== syntaxTree(update.state) ||
      searchPanelOpen(update.startState) !== searchPanelOpen(update.state) ||
      update.transactions.some(({ effects }) => effects.some((effect) => effect.is(refreshLook)));
    if (isStale) this.decorations = createDecorations(view, this.refreshLater);
  }

  destroy(): void {
    this.view.contentDOM.removeEventListener('mousedown', this.press);
    this.view.contentDOM.removeEventListener('compositionend', this.refreshLater);
    this.view.dom.ownerDocument.removeEventListener('mouseup', this.release);
  }

  private readonly press = () => {
    this.isPressed = true;
  };

  private readonly release = () => {
    if (!this.isPressed) return;
    this.isPressed = false;
    this.refreshLater();
  };

  private readonly refreshLater = () => {
    // After the editor has taken over what the event has changed.
    setTimeout(() => {
      if (this.view.dom.isConnected) this.view.dispatch({ effects: refreshLook.of(null) });
    });
  };
}

/**
 * Shows a text as readers see it. Its characters stay as they are: marks are hidden by decorations, and appear where
 * the selection is.
 */
export const richMode = (): Extension => [
  outline,
  ViewPlugin.fromClass(RichDecorations, { decorations: ({ decorations }) => decorations }),
  Prec.high(keymap.of([{ key: 'Home', run: moveToContentStart, shift: selectToContentStart }])),
];
