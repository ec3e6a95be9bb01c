const HANDLE = /(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9-]{0,28}[a-z0-9])(?![\p{L}\p{N}_@])/giu;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MAX_HANDLES = 10;

/**
 * The handles that a text mentions outside of code, in lower case, without duplicates, ten at most.
 */
export function parseMentions(markdown: string): string[] {
  const paragraphs = withoutFencedCode(markdown).split(/\n[ \t]*\n/);
  const handles = paragraphs.flatMap((paragraph) =>
    [...withoutInlineCode(paragraph).matchAll(HANDLE)].map(([, handle = '']) => handle.toLowerCase()),
  );
  return [...new Set(handles)].slice(0, MAX_HANDLES);
}

/** Line by line, because a regular expression over the whole text takes quadratic time for hostile texts. */
function withoutFencedCode(markdown: string): string {
  let open = '';
  const lines = markdown.split('\n').map((line) => {
    const fence = FENCE.exec(line)?.[1] ?? '';
    if (!open) {
      open = fence;
      return fence ? '' : line;
    }
    if (fence.startsWith(open) && !line.slice(line.indexOf(fence) + fence.length).trim()) open = '';
    return '';
  });
  return lines.join('\n');
}

/** A run of backticks is closed by the next run of the same length. */
function withoutInlineCode(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  // Runs backwards: for each length, `next` is the next run of that length.
  const next = new Map<number, RegExpExecArray>();
  const closedBy = runs.toReversed().map((run) => {
    const close = next.get(run[0].length);
    next.set(run[0].length, run);
    return close;
  });
  let [text, from] = ['', 0];
  for (const run of runs) {
    const close = closedBy.pop();
    if (run.index < from || !close) continue;
    text += `${paragraph.slice(from, run.index)} `;
    from = close.index + close[0].length;
  }
  return text + paragraph.slice(from);
}
