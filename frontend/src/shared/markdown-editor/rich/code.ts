import type { RichBuilder } from './builder';
import { FigureWidget, getFigureKind } from './figures';
import { getChildren, type SyntaxNode } from './syntax';
import { MarkWidget } from './widgets';
import classes from './rich.module.css';

type Lowlight = (typeof import('../../code-highlighting/lowlight'))['lowlight'];

/** Longer code is not highlighted, so that typing in it stays fast. */
const MAX_LENGTH = 10_000;
const MAX_CACHED = 100;

interface Token {
  from: number;
  to: number;
  className: string;
}

let lowlight: Lowlight | undefined;
let loading: Promise<void> | undefined;

/** By language and code. */
const highlighted = new Map<string, readonly Token[]>();

interface Tree {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: Tree[];
}

function collectTokens(nodes: readonly Tree[], from: number, tokens: Token[]): number {
  let at = from;
  for (const { value = '', properties, children } of nodes) {
    const end = children ? collectTokens(children, at, tokens) : at + value.length;
    const className = properties?.className;
    if (Array.isArray(className) && end > at) tokens.push({ from: at, to: end, className: className.join(' ') });
    at = end;
  }
  return at;
}

function highlight(language: string, code: string): readonly Token[] {
  if (!lowlight?.registered(language) || code.length > MAX_LENGTH) return [];
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known) return known;
  const tokens: Token[] = [];
  collectTokens(lowlight.highlight(language, code).children, 0, tokens);
  highlighted.set(key, tokens);
  for (const oldest of highlighted.keys()) {
    if (highlighted.size <= MAX_CACHED) break;
    highlighted.delete(oldest);
  }
  return tokens;
}

/** Loads the languages when the first code is shown. */
function loadLanguages(onLoad: () => void): void {
  loading ??= import('../../code-highlighting/lowlight').then(
    (loaded) => {
      lowlight = loaded.lowlight;
    },
    () => {
      // Tried again with the next code.
      loading = undefined;
    },
  );
  void loading.then(() => {
    if (lowlight) onLoad();
  });
}

const getLanguage = (info: string): string => (/^\S+/.exec(info)?.[0] ?? '').toLowerCase();

/** Code between fences: these are hidden unless the selection is in the block. */
export function showFencedCode(builder: RichBuilder, node: SyntaxNode): void {
  const { doc } = builder.state;
  const [first, last] = [doc.lineAt(node.from), doc.lineAt(node.to)];
  const [opening, closing] = getChildren(node, 'CodeMark');
  const [info] = getChildren(node, 'CodeInfo');
  for (const line of builder.linesOf(node.from, node.to)) builder.line(line.from, classes.codeBlock);
  builder.line(first.from, classes.boxStart);
  builder.line(last.from, classes.boxEnd);
  const language = info ? getLanguage(builder.text(info)) : '';
  highlightCode(builder, node, language);
  if (!opening) return;
  const isWhole = closing !== undefined && last.from > first.from && last.from <= builder.to;
  const kind = isWhole ? getFigureKind(language) : undefined;
  const figure = kind && new FigureWidget(getCode(builder, node), kind);
  if (builder.isLineSelected(node.from, node.to)) {
    builder.mark(opening.from, first.to, classes.mark);
    if (closing) builder.mark(closing.from, closing.to, classes.mark);
    if (figure) builder.append(node.to, figure);
    return;
  }
  if (first.from >= builder.from) {
    builder.line(first.from, classes.codeHead);
    builder.replace(opening.from, first.to, new MarkWidget(language, undefined));
  }
  if (figure && closing) builder.replace(closing.from, closing.to, figure);
  else if (closing && isWhole) {
    builder.line(last.from, classes.hiddenLine);
    builder.hide(closing.from, closing.to);
  }
}

const getCode = (builder: RichBuilder, node: SyntaxNode): string =>
  getChildren(node, 'CodeText')
    .map((part) => builder.text(part))
    .join('');

function highlightCode(builder: RichBuilder, node: SyntaxNode, language: string): void {
  if (language === '' || getFigureKind(language)) return;
  if (!lowlight) {
    loadLanguages(builder.refresh);
    return;
  }
  // One part per line in quotes and lists, whose marks are between them.
  const parts = getChildren(node, 'CodeText');
  const tokens = highlight(language, parts.map((part) => builder.text(part)).join(''));
  let offset = 0;
  let index = 0;
  for (const { from, to, className } of tokens) {
    for (let part = parts[index]; part && from >= offset + part.to - part.from; part = parts[++index])
      offset += part.to - part.from;
    const part = parts[index];
    if (!part) return;
    const start = part.from + from - offset;
    if (start <= builder.to && start + to - from >= builder.from)
      builder.mark(start, Math.min(part.to, start + to - from), className);
  }
}
