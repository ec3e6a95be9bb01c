import { EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';

/** Adds the mark around each selection, or removes it where it is present. */
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

function getSelectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let { number } = state.doc.lineAt(from); number <= state.doc.lineAt(to).number; number++) {
    lines.push(state.doc.line(number));
  }
  return lines;
}

/** Replaces the prefix of each selected line: `from` matches the current prefix, `to` returns the new one. */
function replaceLinePrefix(from: RegExp, to: (line: Line, index: number) => string): Command {
  return (view) => {
    const { state } = view;
    const lines = getSelectedLines(state);
    // Empty lines between others keep no prefix.
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

/** Cycles between text, heading and subheading. */
export const toggleHeading = replaceLinePrefix(HEADING, ({ text }) => {
  if (/^\s*##\s/.test(text)) return '### ';
  return /^\s*###+\s/.test(text) ? '' : '## ';
});

const listKinds = {
  bullet: { is: /^\s*[-*+]\s+(?!\[[ xX]\]\s)/, mark: () => '- ' },
  ordered: { is: /^\s*\d+[.)]\s/, mark: (index: number) => `${index + 1}. ` },
  task: { is: /^\s*[-*+]\s+\[[ xX]\]\s/, mark: () => '- [ ] ' },
};

/** Turns the selected lines into a list, or into plain lines if all are list items already. */
export function toggleList(kind: keyof typeof listKinds): Command {
  const { is, mark } = listKinds[kind];
  return (view) => {
    const isOff = getSelectedLines(view.state).every(({ text }) => is.test(text));
    return replaceLinePrefix(LIST, (_line, index) => (isOff ? '' : mark(index)))(view);
  };
}

export const toggleQuote: Command = (view) => {
  const isOff = getSelectedLines(view.state).every(({ text }) => /^\s*>/.test(text));
  return replaceLinePrefix(isOff ? /^>\s?/ : /^(?!)/, () => (isOff ? '' : '> '))(view);
};
