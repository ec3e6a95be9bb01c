/*
 * Finds the targets of links and images in a Markdown text, inline or by reference, outside of code. A linear scan
 * instead of a parser, because imports read thousands of texts, and everything but the targets must stay the same, byte
 * for byte.
 */

export interface LinkTarget {
  start: number;
  end: number;
  /** without escapes */
  target: string;
}

/** @param replace returns the new target, or undefined to keep it */
export function replaceTargets(text: string, replace: (target: string) => string | undefined): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, target } of linksIn(text)) {
    const replacement = replace(target);
    if (replacement === undefined) continue;
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/** All targets, without escapes. */
export function targetsIn(text: string): Set<string> {
  const targets = new Set<string>();
  for (const { target } of linksIn(text)) targets.add(target);
  return targets;
}

/** The first heading outside of code, as plain text. */
export function firstHeading(text: string): string | undefined {
  for (const { start, end } of paragraphsIn(text)) {
    const [, heading] = /^ {0,3}#{1,6}[ \t]+(\S.*)$/m.exec(text.slice(start, Math.min(end, start + 2000))) ?? [];
    if (heading)
      return withoutClosingHashes(heading)
        .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
        .replace(/[*_`]/g, '')
        .trim();
  }
  return undefined;
}

/** "One ##" → "One". A regular expression with three runs at the end of a line takes cubic time. */
function withoutClosingHashes(heading: string): string {
  const endOf = (characters: string, from: number) => {
    let end = from;
    while (end > 1 && characters.includes(heading.charAt(end - 1))) end--;
    return end;
  };
  return heading.slice(0, endOf(' \t', endOf('#', endOf(' \t', heading.length))));
}

interface Span {
  start: number;
  end: number;
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** Lines between blank lines and fences. Code between backticks cannot span paragraphs. */
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

/** A generator, so that callers can yield to the event loop within a long text. */
export function* linksIn(text: string): Generator<LinkTarget> {
  for (const { start, end } of paragraphsIn(text)) {
    const paragraph = text.slice(start, end);
    if (paragraph.includes('](') || paragraph.includes(']:')) yield* linksOf(paragraph, start);
  }
}

const BACKTICK = 0x60;

// An escaped character, a run of backticks, the middle of an inline link, the head of a reference.
const TOKEN = /\\.|(`+)|(\]\([ \t]*\n?[ \t]*)|(^ {0,3}\[(?:[^[\]\\\n]|\\.){1,500}\]:[ \t]*)/gms;
const DESTINATION =
  /<((?:[^<>\n\\]|\\.){0,1000})>|((?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.){0,200}\)){1,1000})(?=[\s)]|$)/y;

function* linksOf(paragraph: string, offset: number): Generator<LinkTarget> {
  const code = new CodeSpans(paragraph);
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(paragraph); token; token = TOKEN.exec(paragraph)) {
    let next = token.index + token[0].length;
    if (token[1]) next = code.endOf(token.index, token[1].length) ?? next;
    else if (token[2] || token[3]) {
      DESTINATION.lastIndex = next;
      const found = DESTINATION.exec(paragraph);
      if (found) {
        const start = offset + next;
        next = DESTINATION.lastIndex;
        yield { start, end: offset + next, target: (found[1] ?? found[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1') };
      }
    }
    // Other callers may use the shared expression while this generator is suspended.
    TOKEN.lastIndex = next;
  }
}

/** Code between two runs of backticks of the same length. Scans the paragraph once, which keeps the time linear. */
class CodeSpans {
  private readonly lastOfLength = new Map<number, number>();
  private isScanned = false;

  constructor(private readonly paragraph: string) {}

  /**
   * The end of the code that a run of backticks opens; undefined when no run closes it. Call it from left to right.
   */
  endOf(opening: number, length: number): number | undefined {
    if (this.isScanned && (this.lastOfLength.get(length) ?? -1) <= opening) return undefined;
    const { paragraph } = this;
    for (let start = paragraph.indexOf('`', opening + length); start !== -1;) {
      let end = start + 1;
      while (paragraph.charCodeAt(end) === BACKTICK) end++;
      if (end - start === length) return end;
      this.lastOfLength.set(end - start, start);
      start = paragraph.indexOf('`', end);
    }
    this.isScanned = true;
    return undefined;
  }
}
