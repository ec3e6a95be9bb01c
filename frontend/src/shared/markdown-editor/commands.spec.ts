import { markdown } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { expect, test } from '@jest/globals';
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from './commands';

/** Runs a command on a text whose selection is marked by `«` and `»`, and returns the result in the same notation. */
function run(command: StateCommand, text: string): string {
  const from = text.indexOf('«');
  const to = text.indexOf('»') - 1;
  let state = EditorState.create({
    doc: text.replace(/[«»]/g, ''),
    selection: { anchor: from, head: to },
    extensions: [markdown()],
  });
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  command({ state, dispatch });
  const { from: start, to: end } = state.selection.main;
  const doc = state.doc.toString();
  return `${doc.slice(0, start)}«${doc.slice(start, end)}»${doc.slice(end)}`;
}

test.each<[string, StateCommand, string, string]>([
  ['bold', toggleMark('**'), 'a «word» b', 'a **«word»** b'],
  ['bold removed', toggleMark('**'), 'a **«word»** b', 'a «word» b'],
  ['heading', toggleHeading, '«»Title', '## «»Title'],
  ['smaller heading', toggleHeading, '## «»Title', '### «»Title'],
  ['heading removed', toggleHeading, '### «»Title', '«»Title'],
  ['list', toggleList('bullet'), '«a\nb»', '- «a\n- b»'],
  ['numbered list over a list', toggleList('ordered'), '«- a\n- b»', '«1. a\n2. b»'],
  ['list removed', toggleList('task'), '«- [ ] a»', '«a»'],
  ['quote', toggleQuote, '«a»', '> «a»'],
  ['quote removed', toggleQuote, '> «a»', '«a»'],
  ['link from text', insertLink, '«words»', '[words](«https://»)'],
  ['link from an address', insertLink, '«https://a.org»', '[«»](https://a.org)'],
  ['link from an address without protocol', insertLink, '«www.a.org»', '[«»](https://www.a.org)'],
  ['code block as a block of its own', insertCodeBlock, 'a«b»c', 'a\n\n```\n«b»\n```\n\nc'],
  ['code block around fences', insertCodeBlock, '«```\nx\n```»', '````\n«```\nx\n```»\n````'],
  ['table', insertTable, '«»', '| «Column» | Column |\n| --- | --- |\n|  |  |\n|  |  |'],
])('%s', (_name, command, before, after) => {
  expect(run(command, before)).toBe(after);
});
