import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdownSyntax } from '../markdown-syntax';
import { changeBlockLook, deleteBlock, duplicateBlock, findBlock, moveSelectedBlock } from './block-moves';

/** `|` is the cursor, or both edges of the selection. */
function open(marked: string): EditorState {
  const [anchor = 0, head = anchor] = [...marked.matchAll(/\|/g)].map(({ index }, count) => index - count);
  const doc = marked.replaceAll('|', '');
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions: markdownSyntax() });
  ensureSyntaxTree(state, doc.length, 5000);
  return state;
}

function move(state: EditorState, step: -1 | 1): EditorState {
  let moved = state;
  moveSelectedBlock(step)({
    state,
    dispatch: (transaction) => {
      moved = transaction.state;
    },
  });
  return moved;
}

function show({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  const edges = main.empty ? [main.head] : [main.to, main.from];
  return edges.reduce((shown, at) => `${shown.slice(0, at)}|${shown.slice(at)}`, text);
}

describe('moving down', () => {
  test.each([
    ['a paragraph', 'a| b\nc\n\nd\n', 'd\n\na| b\nc\n'],
    ['blank lines between the blocks stay', 'a|\n\n\n\nb', 'b\n\n\n\na|'],
    ['an item with its children', '- a|\n  - b\n\n  c\n- d\n', '- d\n- a|\n  - b\n\n  c\n'],
    ['an item inside of another', '- a\n  - b|\n  - c\n- d', '- a\n  - c\n  - b|\n- d'],
    ['the numbers of a list stay', '1. a|\n   b\n2. c\n', '1. c\n2. a|\n   b\n'],
    ['several items', '- |a\n- b|\n- c\n', '- c\n- |a\n- b|\n'],
    ['a list that is selected as a whole', '- |a\n- b|\n\nc\n', 'c\n\n- |a\n- b|\n'],
    ['an item in a quote', '> - a|\n> - b\n\nc', '> - b\n> - a|\n\nc'],
    ['the only item of a list with what contains it', '- a\n  - b|\n- c', '- c\n- a\n  - b|'],
    ['a quote', '> a|\n> \n> b\n\nc', 'c\n\n> a|\n> \n> b'],
    ['a code block', '```\na|\n\nb\n```\n\nc', 'c\n\n```\na|\n\nb\n```'],
    ['what no blank line separates moves together', 'a|\n- b\n\nc', 'c\n\na|\n- b'],
    ['a container moves as a whole', ':::note\n\na|\n\n:::\n\nb', 'b\n\n:::note\n\na|\n\n:::'],
    ['the last block stays', 'a\n\nb|', 'a\n\nb|'],
    ['nothing goes into an open code block', 'a|\n\n```\nb', 'a|\n\n```\nb'],
  ])('%s', (_name, before, after) => {
    expect(show(move(open(before), 1))).toBe(after);
  });
});

const block = fc.constantFrom(
  'word', 'two\nlines', '# Title', 'Title\n===', '- a\n- b\n  - c', '3. a\n4. b', '- [ ] a', '> quote\n> > deep',
  '```js\nlet a;\n\nlet b;\n```', '| a | b |\n| - | - |\n| c | d |', '---', '![a](/uploads/a.png)', '$$\nx\n$$',
  '<details>\n<summary>a</summary>\n\nb\n\n</details>', ':::tip\n\na\n\n:::', '/docs/1', '[^1]: note', '  spaces  ',
); // prettier-ignore
const gap = fc.constantFrom('\n\n', '\n\n\n', '\n \n', '\n\n\n\n');
const number = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** Blocks with text between them, because lists that meet are one. */
const text = fc
  .array(fc.tuple(block, gap, gap), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([each, one, two], index) => `${each}${one}paragraph ${index}${two}`).join(''));

const findSelected = (state: EditorState) => findBlock(state, state.selection.main.head);

/** Without the numbers of lists. */
const sortLines = ({ doc }: EditorState) =>
  doc
    .toString()
    .replaceAll(/\d+(?=\.)/g, '')
    .split('\n')
    .toSorted();

test('moving any block by one place and back gives the same text', () => {
  fc.assert(
    fc.property(text, number, fc.constantFrom(-1 as const, 1 as const), (doc, place, step) => {
      const at = Math.floor(place * doc.length);
      const state = EditorState.create({ doc, selection: { anchor: at }, extensions: markdownSyntax() });
      const there = move(state, step);
      expect(sortLines(there)).toEqual(sortLines(state));
      const [before, after] = [findSelected(state), findSelected(there)];
      // Lists between which nothing is left are one.
      if (!before || !after || before.to - before.from !== after.to - after.from || there.doc.eq(state.doc)) return;
      const between = step > 0 ? after.before : after.after;
      const left = step > 0 ? before.after : before.before;
      if (!between || !left || between.to - between.from !== left.to - left.from) return;
      expect(move(there, step < 0 ? 1 : -1).doc.toString()).toBe(doc);
    }),
    { seed: 33, numRuns: 1000 },
  );
});

test('a block is duplicated, deleted and becomes another', () => {
  const state = open('a|\n\nb\nc\n\nd');
  const [first, middle] = [findBlock(state, 0), findBlock(state, 4)];
  if (!first || !middle) throw new Error('no block');
  const run = (spec: TransactionSpec) => state.update(spec).state.doc.toString();
  expect(run(duplicateBlock(state, first))).toBe('a\n\na\n\nb\nc\n\nd');
  expect(run(deleteBlock(middle))).toBe('a\n\nd');
  expect(run(deleteBlock(first))).toBe('b\nc\n\nd');
  expect(run(changeBlockLook(state, middle, 'list'))).toBe('a\n\n- b\n- c\n\nd');
  expect(run(changeBlockLook(state, middle, 'quote'))).toBe('a\n\n> b\n> c\n\nd');
  expect(run(changeBlockLook(state, first, 'heading'))).toBe('## a\n\nb\nc\n\nd');
});
