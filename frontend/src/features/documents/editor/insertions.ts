import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { writing } from '../../../messages/en-writing';

const text = writing.editor;

const URL_PATTERN = /^https?:\/\/\S+$/i;

export const insertLink: Command = (view) => {
  const { state } = view;
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, to);
  const isAddress = URL_PATTERN.test(selected);
  const insert = isAddress ? `[](${selected})` : `[${selected}](${text.address})`;
  // Selects the missing part: the link text for an address, the address for a text.
  const missing = isAddress || selected === '' ? from + 1 : from + selected.length + 3;
  const end = isAddress || selected === '' ? missing : missing + text.address.length;
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

/** Replaces the selection by a block; `select` is the range of the block to select afterwards. */
export function insertBlock(block: string, select: [number, number]): Command {
  return (view) => {
    const { state } = view;
    const { from, to } = state.selection.main;
    const { before, after } = computeSurroundingBreaks(state, from, to);
    const start = from + before.length;
    view.dispatch(
      state.update({
        changes: { from, to, insert: before + block + after },
        selection: { anchor: start + select[0], head: start + select[1] },
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    );
    return true;
  };
}

export const insertCodeBlock: Command = (view) => {
  const { from, to } = view.state.selection.main;
  const selected = view.state.sliceDoc(from, to).replace(/\n$/, '');
  // Longer than any fence inside the selection.
  const fence = '`'.repeat(Math.max(2, ...[...selected.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length)) + 1);
  const start = fence.length + 1;
  return insertBlock(`${fence}\n${selected}\n${fence}`, [start, start + selected.length])(view);
};

export const insertTable: Command = (view) => {
  const { column } = text;
  const table = `| ${column} | ${column} |\n| --- | --- |\n|  |  |\n|  |  |`;
  return insertBlock(table, [2, 2 + column.length])(view);
};
