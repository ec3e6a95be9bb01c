/*
 * Callouts, as in the server's content/markdown/callouts.ts: GitHub's alerts (`> [!NOTE]`) and containers
 * (`:::info … :::`). A test compares the anchors of headings inside of them.
 */

export const calloutKinds = ['note', 'info', 'tip', 'success', 'important', 'warning', 'caution', 'danger'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

const toKind = (name: string): CalloutKind | undefined => calloutKinds.find((kind) => kind === name.toLowerCase());

/** The marker at the beginning of a block quote that is a callout. */
const MARKER = /^\[!([a-z]+)\][-+]?[ \t]*/i;
const OPENING = /^( {0,3})(:{3,})[ \t]*([a-z]+)(?![\w-])(.*)$/i;
const CLOSING = /^ {0,3}(:{3,})[ \t]*$/;
const CODE_FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!`)|~{3,}(?!~))(.*)$/;
/** Lines without these begin and end nothing. */
const SIGNIFICANT = /:::|```|~~~/;
/** Deeper containers stay text, because each level lengthens each of its lines. */
const MAX_DEPTH = 4;
/** Containers that are open at once, whether or not they are callouts. */
const MAX_OPEN = 32;

interface Container {
  line: number;
  indent: string;
  colons: number;
  kind: string;
  title: string;
}

/** Finds the marker of a callout at the beginning of a text. */
export function parseCalloutMarker(text: string): { kind: CalloutKind; rest: string } | undefined {
  const [marker, name = ''] = MARKER.exec(text) ?? [];
  const kind = toKind(name);
  return marker && kind ? { kind, rest: text.slice(marker.length) } : undefined;
}

/** Turns containers into block quotes that begin with a heading of level 6 as their marker; keeps the line numbers. */
export function containersToQuotes(markdown: string): string {
  if (!markdown.includes(':::')) return markdown;
  const lines = markdown.split('\n');
  const { openings, closings } = findContainers(lines);
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
        const marker = inside(`${opening.indent}> ###### [!${opening.kind}] ${opening.title}`.trimEnd());
        open.push(opening);
        enter(open);
        return marker;
      }
      if (!closings.has(index)) return inside(line);
      open.pop();
      enter(open);
      return inside('');
    })
    .join('\n');
}

/** The containers that are closed, by the index of the line that opens them, and the lines that close them. */
function findContainers(lines: readonly string[]): { openings: Map<number, Container>; closings: Set<number> } {
  const openings = new Map<number, Container>();
  const closings = new Set<number>();
  const open: Container[] = [];
  let fence: string | undefined;
  lines.forEach((raw, line) => {
    if (!SIGNIFICANT.test(raw)) return;
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
      open.push({ line, indent, colons: colons.length, kind: kind.toLowerCase(), title: parseTitle(rest) });
      return;
    }
    const [, closing = ''] = CLOSING.exec(text) ?? [];
    if (closing === '') return;
    const last = open.findLastIndex((container) => container.colons <= closing.length);
    const [container] = last === -1 ? [] : open.splice(last);
    if (!container || !toKind(container.kind)) return;
    if (open.filter((outer) => toKind(outer.kind)).length >= MAX_DEPTH) return;
    openings.set(container.line, container);
    closings.add(line);
  });
  return { openings, closings };
}

/** `:::info Title`, `:::info[Title]` and `:::info{#id}`. */
function parseTitle(rest: string): string {
  const text = rest.trim().replace(/\{[^{}]*\}$/, '');
  return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).trim() : text.trim();
}

const withoutIndent = (line: string, most: number): string => line.slice(Math.min(most, line.search(/[^ ]|$/)));
