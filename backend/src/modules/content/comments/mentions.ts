const HANDLE = /(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9-]{0,28}[a-z0-9])(?![\p{L}\p{N}_@])/giu;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MOST = 10;

/**
 * The handles that a text mentions, in lower case, each once; beyond ten nobody is meant any more. Code shows what it shows:
 * nobody is spoken to there.
 */
export function handlesIn(markdown: string): string[] {
  const paragraphs = withoutBlocks(markdown).split(/\n[ \t]*\n/);
  const handles = paragraphs.flatMap((paragraph) =>
    [...withoutSpans(paragraph).matchAll(HANDLE)].map(([, handle = '']) => handle.toLowerCase()),
  );
  return [...new Set(handles)].slice(0, MOST);
}

/** Without fenced code. Line by line, since a pattern over the whole text takes for ever with a hostile one. */
function withoutBlocks(markdown: string): string {
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

/** Without code between backticks: a run of them is closed by the next run of the same length. */
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const byLength = Map.groupBy(runs, ([run]) => run.length);
  let [text, from] = ['', 0];
  for (const run of runs) {
    const same = byLength.get(run[0].length) ?? [];
    same.shift();
    if (run.index < from) continue;
    const close = same[0];
    if (!close) continue;
    text += `${paragraph.slice(from, run.index)} `;
    from = close.index + close[0].length;
  }
  return text + paragraph.slice(from);
}
