import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import { completeWebAddress } from '../../lib/web-address';
import { markdownEditor } from '../../messages/markdown-editor';

const { address, column } = markdownEditor;

/** Adds the mark around each selection, or removes it where it is present. */
export function toggleMark(mark: string): StateCommand {
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
function replaceLinePrefix(from: RegExp, to: (line: Line, index: number) => string): StateCommand {
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

/** Turns the selected lines into headings. */
export const setHeading = (level: number): StateCommand => replaceLinePrefix(HEADING, () => `${'#'.repeat(level)} `);

const listKinds = {
  bullet: { is: /^\s*[-*+]\s+(?!\[[ xX]\]\s)/, mark: () => '- ' },
  ordered: { is: /^\s*\d+[.)]\s/, mark: (index: number) => `${index + 1}. ` },
  task: { is: /^\s*[-*+]\s+\[[ xX]\]\s/, mark: () => '- [ ] ' },
};

/** Turns the selected lines into a list, or into plain lines if all are list items already. */
export function toggleList(kind: keyof typeof listKinds): StateCommand {
  const { is, mark } = listKinds[kind];
  return (view) => {
    const isOff = getSelectedLines(view.state).every(({ text }) => is.test(text));
    return replaceLinePrefix(LIST, (_line, index) => (isOff ? '' : mark(index)))(view);
  };
}

export const toggleQuote: StateCommand = (view) => {
  const isOff = getSelectedLines(view.state).every(({ text }) => /^\s*>/.test(text));
  return replaceLinePrefix(isOff ? /^>\s?/ : /^(?!)/, () => (isOff ? '' : '> '))(view);
};

const URL_PATTERN = /^(?:https?:\/\/|www\.)\S+$/i;

export const insertLink: StateCommand = (view) => {
  const { state } = view;
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, to);
  const isAddress = URL_PATTERN.test(selected);
  const insert = isAddress ? `[](${completeWebAddress(selected)})` : `[${selected}](${address})`;
  // Selects the missing part: the link text for an address, the address for a text.
  const missing = isAddress || selected === '' ? from + 1 : from + selected.length + 3;
  const end = isAddress || selected === '' ? missing : missing + address.length;
  view.dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor: missing, head: end },
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

const countMissingBreaks = (isEdge: boolean, breaks: number) => (isEdge ? '' : '\n'.repeat(2 - breaks));

/** The line breaks that make content inserted between `from` and `to` a separate block. */
function computeSurroundingBreaks(state: EditorState, from: number, to: number) {
  const before = state.sliceDoc(Math.max(0, from - 2), from);
  const after = state.sliceDoc(to, to + 2);
  return {
    before: countMissingBreaks(
      from === 0,
      before.endsWith('\n\n') || before === '\n' ? 2 : before.endsWith('\n') ? 1 : 0,
    ),
    after: countMissingBreaks(to === state.doc.length, after.startsWith('\n\n') ? 2 : after.startsWith('\n') ? 1 : 0),
  };
}

/** What precedes a block in its line within lists and quotes. */
const CONTAINER_MARKS = /^(?:[\s>]|[-*+] |\d{1,9}[.)] |\[[ xX]\] )*$/;

/**
 * Replaces the selection by a block; `select` is the range of the block to select afterwards. In an empty item of a
 * list and in a quote, the block becomes part of it.
 */
export function insertBlock(block: string, select: [number, number]): StateCommand {
  return (view) => {
    const { state } = view;
    const { from, to } = state.selection.main;
    const marks = state.sliceDoc(state.doc.lineAt(from).from, from);
    const isContained = marks.trim() !== '' && CONTAINER_MARKS.test(marks) && state.doc.lineAt(to).to === to;
    const { before, after } = isContained ? { before: '', after: '' } : computeSurroundingBreaks(state, from, to);
    const start = from + before.length;
    const indent = isContained ? marks.replace(/[^\s>]/g, ' ') : '';
    const indented = (text: string) => text.replaceAll('\n', `\n${indent}`);
    const [anchor, head] = select.map((offset) => start + indented(block.slice(0, offset)).length);
    view.dispatch(
      state.update({
        changes: { from, to, insert: before + indented(block) + after },
        selection: { anchor: anchor ?? start, head },
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    );
    return true;
  };
}

export const insertCodeBlock: StateCommand = (view) => {
  const { from, to } = view.state.selection.main;
  const selected = view.state.sliceDoc(from, to).replace(/\n$/, '');
  // Longer than any fence inside the selection.
  const fence = '`'.repeat(Math.max(2, ...[...selected.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length)) + 1);
  const start = fence.length + 1;
  return insertBlock(`${fence}\n${selected}\n${fence}`, [start, start + selected.length])(view);
};

export const insertTable: StateCommand = (view) => {
  const table = `| ${column} | ${column} |\n| --- | --- |\n|  |  |\n|  |  |`;
  return insertBlock(table, [2, 2 + column.length])(view);
};

/** Replaces the selection by a text. */
export const insertText =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };

/** Refers to a new footnote, whose text is written at the end. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  const text = state.doc.toString();
  let number = 1;
  while (text.includes(`[^${number}]`)) number++;
  let end = text.length;
  while (end > main.to && text[end - 1] === '\n') end--;
  // Definitions of footnotes follow each other without a blank line.
  const isAfterFootnote = /(?:^|\n)\[\^[^\]\n]+\]:[^\n]*$/.test(text.slice(0, end));
  const breaks = '\n'.repeat(Math.max(0, (isAfterFootnote ? 1 : 2) - (text.length - end)));
  const reference = `[^${number}]`;
  const definition = `${breaks}${reference}: `;
  const changes = state.changes([
    { from: main.to, insert: reference },
    { from: text.length, insert: definition },
  ]);
  dispatch(
    state.update({
      changes,
      selection: { anchor: text.length + reference.length + definition.length },
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};
