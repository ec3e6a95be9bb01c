/*
 * Callouts: GitHub's alerts (`> [!NOTE]`) and containers (`:::info … :::`). Details are the only HTML element with
 * content.
 */

export const calloutKinds = ['note', 'info', 'tip', 'success', 'important', 'warning', 'caution', 'danger'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

const DETAILS_KIND = 'details';

const toKind = (name: string): CalloutKind | undefined => calloutKinds.find((kind) => kind === name.toLowerCase());

/** The marker at the beginning of a block quote that is a callout. */
const MARKER = /^\[!([a-z]+)\]([-+]?)[ \t]*/i;
const OPENING = /^( {0,3})(:{3,})[ \t]*([a-z]+)(?![\w-])(.*)$/i;
const CLOSING = /^ {0,3}(:{3,})[ \t]*$/;
/** Details begin a line and end one. Of their attributes, only `open` has a meaning. */
const DETAILS = /^( {0,3})<details(\s[^<>]*)?>(.*)$/i;
const DETAILS_END = /^ {0,3}(?! )(.*?)<\/details>$/i;
const OPEN = /\sopen(?:[\s=]|$)/i;
const SUMMARY = /^<summary(?:\s[^<>]*)?>(.*?)<\/summary>(.*)$/i;
const SUMMARY_START = /^<summary(?![\w-])/i;
/** A summary may be broken into lines. */
const MAX_SUMMARY_LINES = 8;
const CODE_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!`)|~{3,}(?!~))(.*)$/;
/** Texts without these have no containers. */
const CONTAINER = /:::|<details/i;
/** Lines without these begin and end nothing. */
const SIGNIFICANT = /:::|```|~~~|<\/?details/i;
/** Deeper containers stay text, because each level lengthens each of its lines. */
const MAX_DEPTH = 4;
/** Containers that are open at once, whether or not they are callouts. */
const MAX_OPEN = 32;

interface Container {
  line: number;
  /** The last line of its beginning. */
  lastLine: number;
  indent: string;
  /** Of details, there are none. */
  colons?: number;
  kind: string;
  /** Details that are not collapsed. */
  isOpen?: boolean;
  title: string;
  /** Whether details end in the line in which they begin. */
  isClosed?: boolean;
}

interface CalloutMarker {
  kind: CalloutKind | typeof DETAILS_KIND;
  /** Details that are not collapsed. */
  isOpen: boolean;
  rest: string;
}

/**
 * Finds the marker of a callout or details at the beginning of a text.
 * @param isHeading whether the text is a heading, as the marker of details always is
 */
export function parseCalloutMarker(text: string, isHeading: boolean): CalloutMarker | undefined {
  const [marker, name = '', sign] = MARKER.exec(text) ?? [];
  const kind = isHeading && name.toLowerCase() === DETAILS_KIND ? DETAILS_KIND : toKind(name);
  return marker && kind ? { kind, isOpen: sign === '+', rest: text.slice(marker.length) } : undefined;
}

const isDetails = ({ colons }: Container): boolean => colons === undefined;
const isKnown = (container: Container): boolean => isDetails(container) || toKind(container.kind) !== undefined;

/**
 * Turns containers and details into block quotes that begin with a heading of level 6 as their marker; keeps the line
 * numbers.
 */
export function containersToQuotes(markdown: string): string {
  if (!CONTAINER.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const { openings, closings, summaries } = findContainers(lines);
  if (openings.size === 0) return markdown;
  const open: Container[] = [];
  let prefix = '';
  let width = 0;
  const enter = (containers: readonly Container[]) => {
    prefix = containers.map(({ indent }) => `${indent}> `).join('');
    width = containers.reduce((sum, { indent }) => sum + indent.length, 0);
  };
  const inside = (line: string): string => prefix + (width === 0 ? line : withoutIndent(line, width));
  return lines
    .map((line, index) => {
      const opening = openings.get(index);
      if (opening) {
        const { indent, kind, isOpen, title } = opening;
        const marker = inside(`${indent}> ###### [!${kind}]${isOpen ? '+' : ''} ${title}`.trimEnd());
        if (!opening.isClosed) open.push(opening);
        enter(open);
        return marker;
      }
      const end = closings.get(index);
      if (end === undefined) return inside(summaries.has(index) ? '' : line);
      const last = end && inside(end);
      open.pop();
      enter(open);
      return last || inside('');
    })
    .join('\n');
}

interface Containers {
  /** by the index of the line that opens them */
  openings: Map<number, Container>;
  /** the text before the end, by the index of the line that closes them */
  closings: Map<number, string>;
  /** the lines of summaries below the line that opens their details */
  summaries: Set<number>;
}

/** A container or details in a text, with the indices of its first and last line. */
export interface ContainerRange {
  kind: CalloutKind | typeof DETAILS_KIND;
  title: string;
  first: number;
  /** The last line of its beginning, which details may have several of. */
  beginningEnd: number;
  last: number;
}

/** Finds containers and details, the outer ones first. */
export function findContainerRanges(markdown: string): ContainerRange[] {
  if (!CONTAINER.test(markdown)) return [];
  const { openings, closings } = findContainers(markdown.split('\n'));
  const ranges: ContainerRange[] = [];
  const open: ContainerRange[] = [];
  for (const line of [...new Set([...openings.keys(), ...closings.keys()])].toSorted((a, b) => a - b)) {
    const opening = openings.get(line);
    if (opening) {
      const { kind, title, lastLine, isClosed } = opening;
      const range: ContainerRange = {
        kind: toKind(kind) ?? DETAILS_KIND,
        title,
        first: line,
        beginningEnd: lastLine,
        last: lastLine,
      };
      ranges.push(range);
      if (!isClosed) open.push(range);
    } else {
      const range = open.pop();
      if (range) range.last = line;
    }
  }
  return ranges;
}

/** The containers that are closed. */
function findContainers(lines: readonly string[]): Containers {
  const openings = new Map<number, Container>();
  const closings = new Map<number, string>();
  const summaries = new Set<number>();
  const open: Container[] = [];
  let fence: string | undefined;
  let lastRead = -1;
  const close = (line: number, text: string, canClose: (container: Container) => boolean) => {
    const last = open.findLastIndex(canClose);
    const [container] = last === -1 ? [] : open.splice(last);
    if (!container || !isKnown(container)) return;
    if (open.filter(isKnown).length >= MAX_DEPTH) return;
    openings.set(container.line, container);
    if (!container.isClosed) closings.set(line, text);
    for (let below = container.line + 1; below <= container.lastLine; below++) summaries.add(below);
  };
  lines.forEach((raw, line) => {
    if (line <= lastRead || !SIGNIFICANT.test(raw)) return;
    const text = raw.trimEnd();
    const [, marks = '', info = ''] = CODE_FENCE.exec(text) ?? [];
    if (fence !== undefined) {
      if (marks.startsWith(fence) && info.trim() === '') fence = undefined;
      return;
    }
    if (marks && !(marks.startsWith('`') && info.includes('`'))) {
      fence = marks;
      return;
    }
    const [opening, indent = '', colons = '', kind = '', rest = ''] = OPENING.exec(text) ?? [];
    if (opening !== undefined) {
      if (open.length === MAX_OPEN) return;
      const title = parseTitle(rest);
      open.push({ line, lastLine: line, indent, colons: colons.length, kind: kind.toLowerCase(), title });
      return;
    }
    const [, closing = ''] = CLOSING.exec(text) ?? [];
    if (closing !== '') {
      close(line, '', ({ colons: opened = Infinity }) => opened <= closing.length);
      return;
    }
    const details = readDetails(lines, line, text);
    if (!details) {
      const [end, last = ''] = DETAILS_END.exec(text) ?? [];
      if (end !== undefined) close(line, last, isDetails);
    } else if (open.length < MAX_OPEN) {
      lastRead = details.lastLine;
      open.push(details);
      if (details.isClosed) close(line, '', isDetails);
    }
  });
  return { openings, closings, summaries };
}

/** The details element that a line opens, with the summary in this line or directly below it. */
function readDetails(lines: readonly string[], line: number, text: string): Container | undefined {
  const [opening, indent = '', attributes = '', inline = ''] = DETAILS.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const details = { line, indent, kind: DETAILS_KIND, isOpen: OPEN.test(attributes) };
  let beginning = inline.trimStart();
  for (let below = line + 1; below <= line + MAX_SUMMARY_LINES; below++) {
    const [summary, title = '', rest = ''] = SUMMARY.exec(beginning) ?? [];
    if (summary !== undefined) return { ...details, lastLine: below - 1, ...readBeginning(title, rest) };
    if (beginning !== '' && !SUMMARY_START.test(beginning)) break;
    const next = lines[below]?.trim() ?? '';
    if (beginning === '' ? next !== '' && !SUMMARY_START.test(next) : next === '') break;
    beginning = `${beginning} ${next}`.trim();
  }
  return SUMMARY_START.test(beginning) ? undefined : { ...details, lastLine: line, ...readBeginning('', beginning) };
}

/** The text beside a summary follows its end in the marker, because the numbers of lines must not change. */
function readBeginning(summary: string, text: string): { title: string; isClosed: boolean } {
  const [end, last = ''] = DETAILS_END.exec(text.trimStart()) ?? [];
  const body = (end === undefined ? text : last).trim();
  const title = body === '' ? summary.trim() : `${summary.trim()} </summary>${body}`.trim();
  return { title, isClosed: end !== undefined };
}

/** `:::info Title`, `:::info[Title]` and `:::info{#id}`. */
function parseTitle(rest: string): string {
  const text = rest.trim().replace(/\{[^{}]*\}$/, '');
  return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).trim() : text.trim();
}

const withoutIndent = (line: string, most: number): string => line.slice(Math.min(most, line.search(/[^ ]|$/)));
