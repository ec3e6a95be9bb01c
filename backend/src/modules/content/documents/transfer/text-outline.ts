import { HeadingAnchors } from '@hub/shared/markdown/heading-anchors';
import { TooManyTokens } from '@hub/shared/markdown/parser';
import { applyEdits, convertHtml, type Edit, findLostHtml } from './html-to-markdown.js';
import { type HeadingSpan, type LinkSpan, type MarkdownSyntax, parseSyntax, type Span } from './markdown-syntax.js';

/** What an import needs to know about a text. Offsets refer to its `content`. */
export interface TextOutline {
  /** with Markdown instead of HTML */
  content: string;
  /** the first heading of the first level; `start` and `end` span what a page that shows the title can leave out */
  title: (Span & { text: string }) | undefined;
  /** in their order */
  links: LinkSpan[];
  /** the hub's anchor of each heading by the anchors of other products, see anchorKey */
  anchors: Map<string, string>;
  /** what the hub cannot show */
  lost: string[];
}

export interface OutlineTask {
  text: string;
  /** whether HTML and the syntax of other products become Markdown; false for texts of this hub */
  converts: boolean;
}

const MAX_LINKS = 20_000;
const MAX_ANCHORS = 500;
const MAX_LOST = 100;

/** The same for the anchors of one heading in different products. */
export const anchorKey = (anchor: string): string =>
  anchor
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Long texts without any of what an import changes need no parser, apart from their beginning with the title. */
const LONG = 50_000;
const HEAD = 10_000;
const CHANGEABLE = /[[<]|\{[#.:/ ]/;

/** @returns undefined for a text with more links than a text can have */
export function buildOutline({ text, converts }: OutlineTask): TextOutline | undefined {
  if (text.length > LONG && !CHANGEABLE.test(text)) {
    const head = text.slice(0, text.lastIndexOf('\n', HEAD) + 1 || HEAD);
    const syntax = parseSyntax(head);
    const title = getTitle(findTitleHeading(syntax.headings, syntax.headings), text);
    return { content: text, title, links: [], anchors: new Map(), lost: [] };
  }
  const source = parseSyntax(text);
  const edits = converts ? findEdits(source, text) : [];
  const content = applyEdits(text, edits);
  const syntax = edits.length ? parseSyntax(content) : source;
  if (syntax.links.length > MAX_LINKS) return undefined;
  const title = getTitle(findTitleHeading(syntax.headings, source.headings), content);
  const shown = title && title.end > 0 ? syntax.headings.filter(({ start }) => start >= title.end) : syntax.headings;
  const lost = [
    ...source.html.flatMap(({ html }) => findLostHtml(html)),
    ...source.modules.map(() => 'import, export'),
  ];
  return {
    content,
    title,
    links: converts ? syntax.links : syntax.links.filter(({ kind }) => kind === 'link' || kind === 'image'),
    anchors: listAnchors(shown, source.headings),
    lost: converts ? [...new Set(lost)].slice(0, MAX_LOST) : [],
  };
}

/** Removes what only other products understand: HTML, the ids of headings, the modules of MDX. */
function findEdits({ html, headings, modules }: MarkdownSyntax, text: string): Edit[] {
  return [
    ...convertHtml(html, text),
    ...headings.flatMap(({ id }) => (id ? [{ ...id, replacement: '' }] : [])),
    ...modules.map((span) => ({ ...span, replacement: '' })),
  ].sort((a, b) => a.start - b.start);
}

/**
 * Pages show the title above the text, so the text can lose a heading that it begins with, unless it consists of
 * nothing else, or the title has not all of it.
 */
function getTitle(heading: HeadingSpan | undefined, content: string): TextOutline['title'] {
  if (!heading) return undefined;
  const { start, end, text, isPlain } = heading;
  const [blank = ''] = /^(?:[ \t]*\r?\n)*/.exec(content.slice(end)) ?? [];
  const begins = /^(?:\s|<!--(?:(?!-->)[^])*-->)*$/.test(content.slice(Math.max(0, start - 10_000), start));
  const rest = content.slice(end + blank.length);
  const isTaken = begins && start < 10_000 && isPlain && text.length <= 200 && rest.trim() !== '';
  if (!isTaken) return { text, start: 0, end: 0 };
  return { text, start: content.slice(0, start).trim() === '' ? 0 : start, end: end + blank.length };
}

/** HTML between other headings is an example more often than the title. */
const findTitleHeading = (headings: readonly HeadingSpan[], sources: readonly HeadingSpan[]): HeadingSpan | undefined =>
  headings.find(
    ({ level, text }, index) =>
      level === 1 &&
      text !== '' &&
      (index === 0 || sources.some((source) => source.level === 1 && source.text === text)),
  );

function listAnchors(headings: readonly HeadingSpan[], sources: readonly HeadingSpan[]): TextOutline['anchors'] {
  const unique = new HeadingAnchors();
  const anchors = new Map<string, string>();
  const named = sources.filter(({ id }) => id?.name);
  const [next] = [named.values()];
  let pending = next.next().value;
  for (const { text } of headings.slice(0, MAX_ANCHORS)) {
    const anchor = unique.next(text);
    if (!anchor) continue;
    const add = (name: string) => {
      if (anchorKey(name) && !anchors.has(anchorKey(name))) anchors.set(anchorKey(name), anchor);
    };
    add(anchor);
    if (pending?.text !== text) continue;
    add(pending.id?.name ?? '');
    pending = next.next().value;
  }
  return anchors;
}

/**
 * Runs in the worker thread of TextOutlineReader.
 * @returns null for a text that would take too much memory
 */
export default function parse(task: OutlineTask | ''): TextOutline | null {
  if (task === '') return null;
  try {
    return buildOutline(task) ?? null;
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
}
