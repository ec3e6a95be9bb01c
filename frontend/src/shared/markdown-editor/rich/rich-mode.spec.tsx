import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deleteCharBackward, deleteCharForward, history, indentLess, indentMore, undo } from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkup } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { Compartment, EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { describe, expect, test } from '@jest/globals';
import { tests as commonMark } from 'commonmark-spec';
import fc from 'fast-check';
import { moveSelectedBlock } from '../blocks/block-moves';
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from '../commands';
import type { EditorMode } from '../editor-mode';
import { getModeExtensions } from '../extensions';
import { markdownSyntax } from '../markdown-syntax';
import { decorate } from './rich-mode';
import { toggleTasks } from './tasks';

interface GfmExamples {
  examples: { markdown: string }[];
}

const root = path.resolve(process.cwd(), '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const common = [history(), markdownSyntax()];

const createState = (doc: string, mode: EditorMode, cursor = 0) =>
  EditorState.create({ doc, selection: { anchor: cursor }, extensions: [common, getModeExtensions(mode)] });

const PARSE_MS = 5000;

/** Shows a whole text with and without its marks, and returns what a form would save. */
function openInRich(text: string): string {
  const state = createState(text, 'rich');
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  const all = [{ from: 0, to: state.doc.length }];
  for (const selection of [{ anchor: 0 }, { anchor: 0, head: state.doc.length }]) {
    const selected = state.update({ selection }).state;
    const cursor = decorate(selected, all, true, () => undefined).iter();
    for (; cursor.value; cursor.next()) {
      // Marks may span lines; only what is hidden or replaced must not.
      const { class: className } = cursor.value.spec as { class?: string };
      const isReplaced = className === undefined && cursor.to > cursor.from;
      if (isReplaced) expect(selected.sliceDoc(cursor.from, cursor.to)).not.toContain('\n');
    }
  }
  return state.doc.toString();
}

test('switching to Source and back shows the same text', () => {
  const text = '| a | b |\n| - | - |\n| 1 | 2 |\n\n::: note\nwords\n:::\n';
  const mode = new Compartment();
  const show = (next: EditorMode) => ({ effects: mode.reconfigure(getModeExtensions(next)) });
  const view = new EditorView({ doc: text, extensions: [common, mode.of(getModeExtensions('rich'))] });
  expect(view.dom.querySelector('table')).not.toBeNull();
  view.dispatch(show('source'));
  expect(view.dom.querySelector('table')).toBeNull();
  view.dispatch(show('rich'));
  expect(view.dom.querySelector('table')).not.toBeNull();
  expect(view.state.doc.toString()).toBe(text);
  view.destroy();
});

describe('opening a text changes no byte of it', () => {
  const sources = {
    'the examples of CommonMark': () => commonMark.map(({ markdown }) => markdown.replaceAll('→', '\t')),
    "the examples of GitHub's Markdown": () =>
      (JSON.parse(read('shared/test/markdown/gfm-examples.json')) as GfmExamples).examples.map((each) => each.markdown),
    'the documents of the demo': () =>
      globSync('backend/src/demo/content/*.md', { cwd: root }).map((file) => read(file)),
    'public documentation': () => {
      const files = globSync('node_modules/**/*.md', { cwd: root }).toSorted();
      const texts = files.map((file) => read(file)).filter(({ length }) => length < 30_000);
      expect(texts.length).toBeGreaterThanOrEqual(1000);
      return texts.slice(0, 1000);
    },
  };
  test.each(Object.entries(sources))('%s', (_name, getTexts) => {
    // Line ends are LF, as the server stores them.
    for (const text of getTexts()) expect(openInRich(text)).toBe(normalizeLineEnds(text));
  });

  test.each([
    '',
    '\n',
    'a',
    'a\n\n',
    'a  \nb\t',
    '\tcode',
    'a\r\nb\r\n',
    'a\rb',
    'é😀𝒳\u200d',
    '- \n-\t\n',
    '[a](b\n"c")',
  ])('%j', (text) => {
    expect(openInRich(text)).toBe(normalizeLineEnds(text));
  });
});

describe('edits', () => {
  /** Source needs no view: it has no extension that one runs. */
  class SourceEditor {
    state = createState('', 'source');
    readonly dispatch = (...specs: TransactionSpec[]) => {
      this.state = this.state.update(...specs).state;
    };
  }
  type Target = Parameters<StateCommand>[0] & { dispatch: (...specs: TransactionSpec[]) => void };

  const commands: readonly ((target: EditorView) => boolean)[] = [
    insertNewlineContinueMarkup, deleteMarkupBackward, deleteCharBackward, deleteCharForward, indentMore, indentLess,
    undo, toggleTasks, toggleHeading, toggleQuote, insertLink, insertCodeBlock, insertTable, toggleMark('**'),
    toggleMark('`'), toggleList('bullet'), toggleList('ordered'), toggleList('task'), moveSelectedBlock(1),
    moveSelectedBlock(-1),
  ]; // prettier-ignore
  const pieces = [
    '# ', '**', '_', '~', '`', '[', '](', ')', '![', '- ', '1. ', '- [ ] ', '> ', '[!NOTE]', ':::tip', ':::', '\n',
    '\n\n', '```js\n', '```', '| a | b |\n| - | - |\n', '---', '[^1]', '[^1]: ', '<details>', '</details>', '\\',
    '&amp;', 'word', ' ', '    ', '\t', 'https://example.org', '$x$', 'é😀', '<b>',
  ]; // prettier-ignore
  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), at: position, text: fc.constantFrom(...pieces) }),
    fc.record({ kind: fc.constant('delete' as const), at: position, length: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('run' as const), at: position, command: fc.nat(commands.length - 1) }),
  );
  type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

  function apply(view: Target, each: Edit): void {
    const at = Math.round(each.at * view.state.doc.length);
    if (each.kind === 'insert')
      view.dispatch({ changes: { from: at, insert: each.text }, selection: { anchor: at + each.text.length } });
    else if (each.kind === 'delete')
      view.dispatch({ changes: { from: at, to: Math.min(view.state.doc.length, at + each.length) } });
    else {
      view.dispatch({ selection: { anchor: at } });
      // They use what both have.
      commands[each.command]?.(view as EditorView);
    }
  }

  test('in Rich give the same text as in Source, in 10,000 sequences', () => {
    const rich = new EditorView({ state: createState('', 'rich') });
    const source = new SourceEditor();
    const start = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(start, fc.array(edit, { minLength: 1, maxLength: 2 }), (text, edits) => {
        for (const editor of [rich, source])
          editor.dispatch({
            changes: { from: 0, to: editor.state.doc.length, insert: text },
            selection: { anchor: 0 },
          });
        for (const each of edits) {
          apply(rich, each);
          apply(source, each);
        }
        return rich.state.doc.eq(source.state.doc);
      }),
      { numRuns: 10_000, seed: 33 },
    );
    rich.destroy();
  });
});
