import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import {
  type ChangeSet,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import { findContainerRanges } from '@hub/shared/markdown/callouts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

export interface BlockRange {
  /** the beginning of the first line */
  from: number;
  /** the end of the last line */
  to: number;
}

/** What moves as one, with what it changes places with. */
export interface Block extends BlockRange {
  kind: 'item' | 'block';
  before: BlockRange | undefined;
  after: BlockRange | undefined;
}

/** Text beyond is looked at when it is shown. */
const PARSED_AHEAD = 20_000;
const PARSE_MS = 100;

const toLines = ({ doc }: EditorState, from: number, to: number): BlockRange => ({
  from: doc.lineAt(from).from,
  to: doc.lineAt(to).to,
});

/** The next item of a list, or the previous one. In quotes, marks are between them. */
function findItemBeside(state: EditorState, item: SyntaxNode, step: -1 | 1): BlockRange | undefined {
  let node: SyntaxNode | null = item;
  do node = step < 0 ? node.prevSibling : node.nextSibling;
  while (node && node.name !== 'ListItem');
  return node ? toLines(state, node.from, node.to) : undefined;
}

function getTree(state: EditorState, to: number) {
  const end = Math.min(state.doc.length, to + PARSED_AHEAD);
  return ensureSyntaxTree(state, end, PARSE_MS) ?? syntaxTree(state);
}

/** The items of lists that contain a position, from the inside. */
function findItems(state: EditorState, position: number): SyntaxNode[] {
  const line = state.doc.lineAt(position);
  const start = line.from + (/^[\s>]*/.exec(line.text)?.[0].length ?? 0);
  const items: SyntaxNode[] = [];
  for (let node: SyntaxNode | null = getTree(state, position).resolveInner(start, 1); node; node = node.parent)
    if (node.name === 'ListItem') items.push(node);
  return items;
}

const isSameNode = (first: SyntaxNode | null, second: SyntaxNode | null): boolean =>
  first !== null && second !== null && first.from === second.from && first.to === second.to;

function findItemsBlock(state: EditorState, from: number, to: number): Block | undefined {
  const lastItems = findItems(state, to);
  for (const first of findItems(state, from)) {
    const last = lastItems.find((item) => isSameNode(item.parent, first.parent));
    if (!last) continue;
    const before = findItemBeside(state, first, -1);
    const after = findItemBeside(state, last, 1);
    // All items of a list are the list, which moves with what contains it.
    if (before || after) return { ...toLines(state, first.from, last.to), kind: 'item', before, after };
  }
  return undefined;
}

/** Of the last text, because handles ask for the same one again and again. */
let lastContainers: { doc: Text; ranges: { first: number; last: number }[] } | undefined;

function findContainers(doc: Text): { first: number; last: number }[] {
  if (lastContainers?.doc !== doc) {
    const ranges = findContainerRanges(doc.toString()).map(({ first, last }) => ({ first: first + 1, last: last + 1 }));
    lastContainers = { doc, ranges };
  }
  return lastContainers.ranges;
}

/** What blank lines separate. A container is one, because its parts would otherwise leave it. */
export function findBlocks(state: EditorState, to: number): BlockRange[] {
  const { doc } = state;
  const blocks: { first: number; last: number }[] = [];
  const add = (first: number, last: number) => {
    const before = blocks.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else blocks.push({ first, last });
  };
  const nodes: { first: number; last: number }[] = [];
  for (let node = getTree(state, to).topNode.firstChild; node; node = node.nextSibling)
    nodes.push({ first: doc.lineAt(node.from).number, last: doc.lineAt(node.to).number });
  for (const { first, last } of [...nodes, ...findContainers(doc)].toSorted((a, b) => a.first - b.first))
    add(first, last);
  return blocks.map(({ first, last }) => ({ from: doc.line(first).from, to: doc.line(last).to }));
}

/** What a block can be moved between, with itself. */
export function findSiblings(state: EditorState, block: Block): BlockRange[] {
  if (block.kind === 'block') return findBlocks(state, block.to);
  const item = findItems(state, block.from).find(({ from, to }) => toLines(state, from, to).from === block.from);
  const siblings = item?.parent?.getChildren('ListItem') ?? [];
  return siblings.map(({ from, to }) => toLines(state, from, to));
}

/** The block or the blocks between the positions; none in a blank line. */
export function findBlock(state: EditorState, from: number, to = from): Block | undefined {
  const item = findItemsBlock(state, from, to);
  if (item) return item;
  const blocks = findBlocks(state, to);
  const first = blocks.findIndex((block) => block.to >= from);
  const last = blocks.findLastIndex((block) => block.from <= to);
  const [start, end] = [blocks[first], blocks[last]];
  if (!start || !end || last < first) return undefined;
  return { from: start.from, to: end.to, kind: 'block', before: blocks[first - 1], after: blocks[last + 1] };
}

const NUMBER = /^[ \t>]*(\d{1,9})[.)]/;

const replaceNumber = (text: string, match: string, from: string, to: string): string =>
  match.slice(0, -1 - from.length) + to + text.slice(match.length - 1);

/** The numbers of a list stay where they are, unless what is inside of an item is indented to another width. */
function exchangeNumbers(upper: string, lower: string): [upper: string, lower: string] {
  const [first, second] = [NUMBER.exec(upper), NUMBER.exec(lower)];
  const [one, two] = [first?.[1], second?.[1]];
  if (!first || !second || one === undefined || two === undefined || one.length !== two.length) return [upper, lower];
  return [replaceNumber(upper, first[0], one, two), replaceNumber(lower, second[0], two, one)];
}

/** An open code block would take in what follows it. */
function isOpenCode(state: EditorState, { to }: BlockRange): boolean {
  for (let node: SyntaxNode | null = getTree(state, to).resolveInner(to, -1); node; node = node.parent)
    if (node.name === 'FencedCode') return node.getChildren('CodeMark').length < 2;
  return false;
}

/** The transaction that lets a block change places with the one before or after it. The lines between them stay. */
export function moveBlock(state: EditorState, block: Block, step: -1 | 1): TransactionSpec | undefined {
  const other = step < 0 ? block.before : block.after;
  if (!other) return undefined;
  const [upper, lower] = step < 0 ? [other, block] : [block, other];
  if (isOpenCode(state, lower)) return undefined;
  const gap = state.sliceDoc(upper.to, lower.from);
  const texts: [string, string] = [state.sliceDoc(upper.from, upper.to), state.sliceDoc(lower.from, lower.to)];
  const [first, second] = block.kind === 'item' ? exchangeNumbers(...texts) : texts;
  const distance = step < 0 ? upper.from - block.from : lower.to - block.to;
  const end = state.doc.length;
  const move = (position: number) => Math.min(end, Math.max(0, position + distance));
  return {
    changes: { from: upper.from, to: lower.to, insert: second + gap + first },
    selection: EditorSelection.create(
      state.selection.ranges.map(({ anchor, head }) => EditorSelection.range(move(anchor), move(head))),
      state.selection.mainIndex,
    ),
    scrollIntoView: true,
    userEvent: 'move.block',
  };
}

/**
 * Moves the block at a position by several places, as one change.
 * @param count of places; negative ones are before it
 */
export function moveBlockBy(state: EditorState, position: number, count: number): TransactionSpec | undefined {
  let [current, at] = [state.update({ selection: { anchor: position } }).state, position];
  let changes: ChangeSet | undefined;
  for (let left = Math.abs(count); left > 0; left--) {
    const block = findBlock(current, at);
    const spec = block && moveBlock(current, block, count < 0 ? -1 : 1);
    if (!spec) break;
    const transaction = current.update(spec);
    changes = changes?.compose(transaction.changes) ?? transaction.changes;
    current = transaction.state;
    at = current.selection.main.head;
  }
  return changes && { changes, selection: { anchor: at }, scrollIntoView: true, userEvent: 'move.block' };
}

/** Moves the block of the selection, items of lists with what is in them. */
export const moveSelectedBlock =
  (step: -1 | 1): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const block = findBlock(state, from, to);
    const spec = block && moveBlock(state, block, step);
    if (spec) dispatch(state.update(spec));
    return true;
  };

export function duplicateBlock(state: EditorState, block: Block): TransactionSpec {
  const gap = block.kind === 'item' ? '\n' : '\n\n';
  return {
    changes: { from: block.to, insert: gap + state.sliceDoc(block.from, block.to) },
    selection: { anchor: block.to + gap.length },
    scrollIntoView: true,
    userEvent: 'input.block',
  };
}

/** Deletes a block with the lines between it and the next one, or the one before. */
export function deleteBlock({ from, to, before, after }: Block): TransactionSpec {
  const start = after ? from : (before?.to ?? Math.max(0, from - 1));
  return {
    changes: { from: start, to: after?.from ?? to },
    selection: { anchor: start },
    scrollIntoView: true,
    userEvent: 'delete.block',
  };
}

const MARKS = /^([ \t]*)(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|>[ \t]?)*/;

export type BlockLook = 'heading' | 'list' | 'quote' | 'text';
const newMarks: Record<BlockLook, string> = { heading: '## ', list: '- ', quote: '> ', text: '' };

/** Replaces the marks of a block by those of another; a heading is the first line only. */
export function changeBlockLook(state: EditorState, block: BlockRange, look: BlockLook): TransactionSpec {
  const lines = [];
  for (let at = block.from; at <= block.to; at = state.doc.lineAt(at).to + 1) lines.push(state.doc.lineAt(at));
  const changed = look === 'heading' ? lines.slice(0, 1) : lines.filter(({ text }) => text.trim() !== '');
  return {
    changes: changed.map(({ from, text }) => {
      const [marks = '', indent = ''] = MARKS.exec(text) ?? [];
      const kept = look === 'list' ? indent.length : 0;
      return { from: from + kept, to: from + marks.length, insert: newMarks[look] };
    }),
    scrollIntoView: true,
    userEvent: 'input.format',
  };
}

/** Whether the marks of a block may be others: it is text, a heading, a list or a quote. */
export function canChangeLook(state: EditorState, block: Block): boolean {
  if (block.kind === 'item') return false;
  let isText = true;
  for (let node = getTree(state, block.to).topNode.childAfter(block.from); node; node = node.nextSibling) {
    if (node.from > block.to) break;
    isText &&= /^(?:Paragraph|ATXHeading\d|BulletList|OrderedList|Blockquote)$/.test(node.name);
  }
  return isText && !/^[ \t]*(?::::|<)/.test(state.sliceDoc(block.from, block.to));
}
