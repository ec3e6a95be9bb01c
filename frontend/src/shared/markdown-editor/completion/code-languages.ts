import { type Completion, type CompletionSource, pickedCompletion } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { IconSourceCode } from '@tabler/icons-react';
import { editorCompletion as text } from '../../../messages/editor-completion';
import type { CompletionItem } from './completion-item';
import { isInside } from './trigger';

/** The names by which pages highlight code, and those that users look for. */
const languages: Record<string, string> = {
  '': text.plainCode,
  bash: 'Bash, shell, sh',
  css: 'CSS',
  diff: 'Diff, patch',
  dockerfile: 'Dockerfile',
  go: 'Go',
  html: 'HTML',
  ini: 'INI, TOML',
  java: 'Java',
  javascript: 'JavaScript, js',
  json: 'JSON',
  python: 'Python, py',
  rust: 'Rust, rs',
  sql: 'SQL',
  typescript: 'TypeScript, ts',
  xml: 'XML',
  yaml: 'YAML, yml',
};

const FENCE = /^([\s>]*(?:[-*+] +)?)(`{3,}|~{3,})([\w+#-]*)$/;
const CODE: ReadonlySet<string> = new Set(['FencedCode']);

/** Whether the block of code around the position has marks at its end. */
function isClosed({ state }: EditorView, position: number): boolean {
  let node = syntaxTree(state).resolveInner(position, -1);
  while (node.name !== 'FencedCode' && node.parent) node = node.parent;
  return node.getChildren('CodeMark').length > 1;
}

/** Inserts the language, closes the block if it is open, and moves the cursor into it. */
const insertLanguage =
  (name: string) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { doc } = view.state;
    const line = doc.lineAt(to);
    const [, before = '', marks = ''] = FENCE.exec(line.text.slice(0, from - line.from)) ?? [];
    const next = isClosed(view, to) && line.number < doc.lines ? doc.line(line.number + 1) : undefined;
    const indent = before.replace(/[^\s>]/g, ' ');
    const insert = next ? name : `${name}\n${indent}\n${indent}${marks}`;
    const lengthBefore = to - from;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: next ? next.to + name.length - lengthBefore : from + name.length + 1 + indent.length },
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
      userEvent: 'input.complete',
    });
  };

/** The language of a block of code, behind the marks that begin it. */
export const codeLanguages: CompletionSource = (context) => {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const typed = FENCE.exec(state.sliceDoc(line.from, pos))?.[3];
  if (typed === undefined || (typed === '' && !context.explicit)) return null;
  // Marks that end a block have no language.
  if (!isInside(state, pos, CODE) || isInside(state, line.from, CODE)) return null;
  const query = typed.toLowerCase();
  const options = Object.entries(languages)
    .filter(([name, label]) => [name, ...label.toLowerCase().split(', ')].some((word) => word.startsWith(query)))
    .map(([name, label]): CompletionItem => ({ label, icon: IconSourceCode, apply: insertLanguage(name) }));
  return options.length > 0 ? { from: pos - typed.length, options, filter: false } : null;
};
