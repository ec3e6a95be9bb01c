import { type Completion, type CompletionContext, pickedCompletion } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type StateCommand, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Syntax whose characters are meant as they are. */
const LITERAL: ReadonlySet<string> = new Set([
  'FencedCode',
  'CodeBlock',
  'InlineCode',
  'URL',
  'Autolink',
  'LinkReference',
  'HTMLBlock',
  'HTMLTag',
  'CommentBlock',
  'Comment',
]);

/** Whether the text before the position belongs to one of these nodes of the syntax tree. */
export function isInside(state: EditorState, position: number, names: ReadonlySet<string>): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); ;) {
    if (names.has(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}

/** The user wants no suggestions for what ends here. */
export const dismiss = StateEffect.define<number>();

/** Up to where suggestions were dismissed. */
export const dismissedEnd = StateField.define<number>({
  create: () => 0,
  update: (end, { changes, effects }) => effects.find((effect) => effect.is(dismiss))?.value ?? changes.mapPos(end, -1),
});

export interface Trigger {
  /** of the characters that ask for suggestions */
  from: number;
  /** what is typed behind them */
  query: string;
}

/**
 * Finds characters before the cursor that ask for suggestions.
 * @param pattern matches them up to the end of the text; its group is the query
 */
export function findTrigger(context: CompletionContext, pattern: RegExp): Trigger | undefined {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const match = pattern.exec(state.sliceDoc(Math.max(line.from, pos - 250), pos));
  if (!match || isInside(state, pos, LITERAL)) return undefined;
  const from = pos - match[0].length;
  const dismissed = state.field(dismissedEnd, false) ?? 0;
  if (!context.explicit && from < dismissed && dismissed <= pos) return undefined;
  return { from, query: match[1] ?? '' };
}

/**
 * Replaces the typed characters; the cursor follows the text.
 * @param space one follows the text, and the cursor follows that
 */
export const insertInstead =
  (text: string, { space = '' } = {}) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const end = space !== '' && view.state.sliceDoc(to, to + 1) === space ? to + 1 : to;
    view.dispatch({
      changes: { from, to: end, insert: text + space },
      selection: { anchor: from + text.length + space.length },
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
      userEvent: 'input.complete',
    });
  };

/** Runs a command as if the typed characters were not there; both are one step of the undo history. */
export function runInstead(command: StateCommand, view: EditorView, from: number, to: number): void {
  const removal = view.state.update({ changes: { from, to }, selection: { anchor: from } });
  command({
    state: removal.state,
    dispatch: ({ changes, newSelection }) => {
      view.dispatch({
        changes: removal.changes.compose(changes),
        selection: newSelection,
        scrollIntoView: true,
        userEvent: 'input.complete',
      });
    },
  });
}
