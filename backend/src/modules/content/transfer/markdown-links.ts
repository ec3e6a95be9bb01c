/*
 * Where the addresses stand in a Markdown text: of links and images, inline or by reference, outside of code. A scan in
 * linear time instead of a parse: texts of others come by the thousand, and everything but the addresses must stay as it
 * is, byte for byte.
 */

interface Address {
  start: number;
  end: number;
  target: string;
}

/** Puts another address where `replace` gives one. */
export function relink(text: string, replace: (target: string) => string | undefined): string {
  let [result, done] = ['', 0];
  for (const { start, end, target } of addressesIn(text)) {
    const replacement = replace(target);
    if (replacement === undefined) continue;
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}

/** Every address once, as it is meant. */
export const targetsIn = (text: string): Set<string> => new Set(addressesIn(text).map(({ target }) => target));

/** The first heading outside of code, as plain text. */
export function firstHeading(text: string): string | undefined {
  for (const { start, end } of paragraphsIn(text)) {
    const heading = /^ {0,3}#{1,6}[ \t]+(\S.*?)[ \t]*#*[ \t]*$/m.exec(text.slice(start, end).slice(0, 2000));
    if (heading?.[1])
      return heading[1]
        .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[*_`]/g, '')
        .trim();
  }
  return undefined;
}

interface Span {
  start: number;
  end: number;
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** Runs of lines between blank lines and fences; code between backticks ends with its paragraph at the latest. */
function* paragraphsIn(text: string): Generator<Span> {
  let fence: string | undefined;
  let start = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, next).replace(/\r?\n$/, '');
    const mark: string | undefined = fence ? FENCE_END.exec(line)?.[1] : FENCE.exec(line)?.[1];
    const isFenceEnd = !!fence && !!mark && mark[0] === fence[0] && mark.length >= fence.length;
    if (fence ? isFenceEnd : mark || line.trim() === '') {
      if (!fence && start < at) yield { start, end: at };
      fence = fence ? undefined : mark;
      start = next;
    } else if (fence) {
      start = next;
    }
    at = next;
  }
  if (!fence && start < text.length) yield { start, end: text.length };
}

const addressesIn = (text: string): Address[] =>
  [...paragraphsIn(text)].flatMap((paragraph) => [...addressesOf(text, paragraph)]);

// An escaped character, a run of backticks, the middle of an inline link, the head of a reference.
const TOKEN = /\\.|(`+)|(\]\([ \t]*\n?[ \t]*)|(^ {0,3}\[(?:[^[\]\\\n]|\\.){1,500}\]:[ \t]*)/gms;
const DESTINATION =
  /<((?:[^<>\n\\]|\\.){0,1000})>|((?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.){0,200}\)){1,1000})(?=[\s)]|$)/y;

function* addressesOf(text: string, { start, end }: Span): Generator<Address> {
  const paragraph = text.slice(start, end);
  const code = codeEnds(paragraph);
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(paragraph); token; token = TOKEN.exec(paragraph)) {
    let next = token.index + token[0].length;
    if (token[1]) next = code.get(token.index) ?? next;
    else if (token[2] || token[3]) {
      DESTINATION.lastIndex = next;
      const found = DESTINATION.exec(paragraph);
      if (found) {
        yield {
          start: start + next,
          end: start + DESTINATION.lastIndex,
          target: (found[1] ?? found[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'),
        };
        next = DESTINATION.lastIndex;
      }
    }
    // Yielding lets others use the shared expression in between.
    TOKEN.lastIndex = next;
  }
}

/** For each run of backticks that opens code: where the code ends, behind the next run of the same length. */
function codeEnds(paragraph: string): Map<number, number> {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { at, length } of runs.toReversed()) {
    const closing = next.get(length);
    if (closing !== undefined) ends.set(at, closing + length);
    next.set(length, at);
  }
  return ends;
}
