import { EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';

/** Puts the mark around each selection, or takes it away where it stands already. */
export function toggleMark(mark: string): Command {
  return (view) => {
    const { state } = view;
    const { length } = mark;
    const transaction = state.changeByRange(({ from, to }) => {
      const around = state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark;
      if (around) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + length, to + length),
      };
    });
    view.dispatch(state.update(transaction, { scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };
}

function selectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let { number } = state.doc.lineAt(from); number <= state.doc.lineAt(to).number; number++) {
    lines.push(state.doc.line(number));
  }
  return lines;
}

/** Gives each selected line another beginning: `from` says which one it has, `to` which one it gets. */
function changeBeginnings(from: RegExp, to: (line: Line, index: number) => string): Command {
  return (view) => {
    const { state } = view;
    const lines = selectedLines(state);
    // Empty lines between others stay empty.
    const filled = lines.length > 1 ? lines.filter(({ text }) => text.trim() !== '') : lines;
    const changes = state.changes(
      filled.map((line, index) => {
        const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
        const start = line.from + indent;
        const old = from.exec(line.text.slice(indent))?.[0].length ?? 0;
        return { from: start, to: start + old, insert: to(line, index) };
      }),
    );
    const selection = state.selection.map(changes, 1);
    view.dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };
}

const HEADING = /^#{1,6}\s+/;
const LIST = /^(?:[-*+]\s+\[[ xX]\]\s+|[-*+]\s+|\d+[.)]\s+)/;

/** Text, heading, smaller heading, text again. */
export const toggleHeading = changeBeginnings(HEADING, ({ text }) => {
  if (/^\s*##\s/.test(text)) return '### ';
  return /^\s*###+\s/.test(text) ? '' : '## ';
});

const kinds = {
  bullet: { is: /^\s*[-*+]\s+(?!\[[ xX]\]\s)/, mark: () => '- ' },
  ordered: { is: /^\s*\d+[.)]\s/, mark: (index: number) => `${index + 1}. ` },
  task: { is: /^\s*[-*+]\s+\[[ xX]\]\s/, mark: () => '- [ ] ' },
};

/** Makes the selected lines a list of this kind; when all are one already, they become plain lines. */
export function toggleList(kind: keyof typeof kinds): Command {
  const { is, mark } = kinds[kind];
  return (view) => {
    const isOff = selectedLines(view.state).every(({ text }) => is.test(text));
    return changeBeginnings(LIST, (_line, index) => (isOff ? '' : mark(index)))(view);
  };
}

export const toggleQuote: Command = (view) => {
  const isOff = selectedLines(view.state).every(({ text }) => /^\s*>/.test(text));
  return changeBeginnings(isOff ? /^>\s?/ : /^(?!)/, () => (isOff ? '' : '> '))(view);
};
