import { createEnvironment, createParser, getRule, type StateInline, type Token } from '@hub/shared/markdown/parser';
import { SourceLines } from './source-lines.js';

/*
 * Destinations in the template languages of static site generators. Without them Markdown sees no link at all in
 * `[page]({{< ref "page.md" >}})`.
 */

const TEMPLATES = [
  // Hugo: {{< ref "page.md#part" >}}, {{% relref page %}}
  /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}["'`]?([^\s"'`<>%]{1,500})["'`]?\s{0,9}[>%]\}\}/y,
  // Jekyll: {% link _docs/page.md %}, {% post_url 2024-01-01-news %}, after the address of the site or without it
  /(?:\{\{\s{0,9}site\.[a-z_]{1,30}\s{0,9}\}\})?\{%-?\s{0,9}(?:link|post_url)\s{1,9}([^\s%]{1,500})\s{0,9}-?%\}/y,
  // Liquid and Nunjucks: {{ '/page/' | relative_url }}
  /\{\{-?\s{0,9}["']([^"'{}]{1,500})["']\s{0,9}\|\s{0,9}(?:relative_url|absolute_url|url)\s{0,9}-?\}\}/y,
  // {{ site.baseurl }}/page/
  /\{\{\s{0,9}site\.(?:baseurl|url)\s{0,9}\}\}(?=\/)/y,
];
/** What may follow within the same destination. */
const REST = /[^\s()<>]{0,500}/y;

/** Parses a destination as the Markdown parser's own helper does. @returns undefined for one without a template */
function parseTemplateLink(
  source: string,
  start: number,
  max: number,
): { ok: boolean; pos: number; str: string } | undefined {
  if (source[start] !== '{') return undefined;
  for (const template of TEMPLATES) {
    template.lastIndex = start;
    const found = template.exec(source);
    if (!found) continue;
    REST.lastIndex = template.lastIndex;
    const rest = REST.exec(source)?.[0] ?? '';
    const pos = template.lastIndex + rest.length;
    if (pos <= max) return { ok: true, pos, str: (found[1] ?? '') + rest };
  }
  return undefined;
}

/*
 * Where the parts of a Markdown text are that an import changes, as the Markdown parser sees them: never in code. Only
 * for workers, because the time of a hostile text has no bound.
 */

/** A part of the text: offsets in characters. */
export interface Span {
  start: number;
  end: number;
}

/** `wikilink` and `embed` cover all of `[[note]]` and `![[file]]`, the other kinds only their destination. */
export interface LinkSpan extends Span {
  kind: 'link' | 'image' | 'wikilink' | 'embed';
  /** without escapes */
  target: string;
  /** the text of a link; Markdown for the notes of wikis */
  label: string;
}

export interface HeadingSpan extends Span {
  level: number;
  text: string;
  /** `{#install}` at its end */
  id: (Span & { name: string }) | undefined;
  /** whether its text is all there is in it: no link, no image */
  isPlain: boolean;
}

/** Raw HTML: a block, or one tag within a line. */
export interface HtmlSpan extends Span {
  isBlock: boolean;
  /** its source without the indentation and quotation marks of the lines */
  html: string;
  /** the paragraph or heading that it belongs to, by number; undefined for blocks */
  parent?: number;
}

export interface MarkdownSyntax {
  links: LinkSpan[];
  headings: HeadingSpan[];
  html: HtmlSpan[];
  /** `import` and `export` of MDX */
  modules: Span[];
}

const parser = createParser();
// Nothing is rendered: all addresses count, as they are written.
parser.normalizeLink = (url) => url;

const { parseLinkDestination } = parser.helpers;

/** A destination ends with its line. The parser's own helper takes a line end after a backslash for a part of it. */
function parseWithinLine(source: string, start: number, max: number): ReturnType<typeof parseLinkDestination> {
  const result = parseLinkDestination(source, start, max);
  const length = source.slice(start, result.pos).indexOf('\n');
  return length < 0 ? result : parseLinkDestination(source, start, start + length);
}

parser.helpers = {
  ...parser.helpers,
  parseLinkDestination: (source, start, max) =>
    parseTemplateLink(source, start, max) ?? parseWithinLine(source, start, max),
};

/** Kept in the `meta` of inline tokens: offsets in the content of their block. */
type InlineMeta = Span & Pick<LinkSpan, 'kind' | 'target' | 'label'>;

/** Notes the destination of an inline link or image in its token; those by reference have none. */
for (const [name, kind, opening, type] of [
  ['link', 'link', 1, 'link_open'],
  ['image', 'image', 2, 'image'],
] as const) {
  const rule = getRule(parser.inline.ruler, name);
  parser.inline.ruler.at(name, (state, silent) => {
    const [start, count] = [state.pos, state.tokens.length];
    if (!rule(state, silent)) return false;
    if (silent) return true;
    const destination = getDestination(state, start + opening - 1, kind === 'link');
    const token = state.tokens.slice(count).find((candidate) => candidate.type === type);
    if (destination && token) token.meta = { ...destination, kind } satisfies InlineMeta;
    return true;
  });
}

function getDestination(state: StateInline, opening: number, isLink: boolean): Omit<InlineMeta, 'kind'> | undefined {
  const { src, pos: end } = state;
  const labelEnd = parser.helpers.parseLinkLabel(state, opening, isLink);
  // A link by reference ends with its label, or with the one in the next brackets.
  if (labelEnd < 0 || src[labelEnd + 1] !== '(' || src[end - 1] !== ')') return undefined;
  let start = labelEnd + 2;
  while (/[ \t\n]/.test(src[start] ?? '')) start++;
  const { ok, pos, str } = parser.helpers.parseLinkDestination(src, start, state.posMax);
  return ok ? { start, end: pos, target: str, label: '' } : undefined;
}

const HTML_RULE = getRule(parser.inline.ruler, 'html_inline');
parser.inline.ruler.at('html_inline', (state, silent) => {
  const start = state.pos;
  if (!HTML_RULE(state, silent)) return false;
  const token = silent ? undefined : state.tokens.at(-1);
  if (token) token.meta = { start, end: state.pos };
  return true;
});

const WIKILINK = /(!?)\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\](?!\()/y;
/** Links of Obsidian and other wikis. Two brackets that Markdown knows as a link stay one. */
parser.inline.ruler.before('link', 'wikilink', (state, silent) => {
  WIKILINK.lastIndex = state.pos;
  const [whole, embeds, target = '', alias] = WIKILINK.exec(state.src) ?? [];
  if (whole === undefined || target.startsWith('^') || state.linkLevel > 0) return false;
  const references = (state.env as { references?: Record<string, unknown> }).references ?? {};
  if (Object.hasOwn(references, parser.utils.normalizeReference(target))) return false;
  if (!silent) {
    const token = state.push('wikilink', '', 0);
    const parts = target.split('#').filter((part) => part.trim() && !part.startsWith('^'));
    const label = alias?.trim() || parts.join(' > ').trim() || target.trim();
    const kind = embeds ? 'embed' : 'wikilink';
    token.content = label;
    token.meta = { start: state.pos, end: state.pos + whole.length, kind, target, label } satisfies InlineMeta;
  }
  state.pos += whole.length;
  return true;
});

/** Notes where the destinations of definitions are: `[label]: destination`. */
const REFERENCE_RULE = getRule(parser.block.ruler, 'reference');
parser.block.ruler.at('reference', (state, startLine, endLine, silent) => {
  const { definitions } = state.env as unknown as Definitions;
  const { parseLinkDestination: parse } = parser.helpers;
  let found: InlineMeta | undefined;
  parser.helpers.parseLinkDestination = (source, start, max) => {
    const result = parse(source, start, max);
    found ??= { start, end: result.pos, kind: 'link', target: result.str, label: '' };
    return result;
  };
  try {
    const isDefinition = REFERENCE_RULE(state, startLine, endLine, silent);
    if (isDefinition && !silent && found) definitions.push(found);
    return isDefinition;
  } finally {
    parser.helpers.parseLinkDestination = parse;
  }
});

interface Definitions {
  /** by offsets in the text with plain line ends */
  definitions: InlineMeta[];
}

/** @throws TooManyTokens */
export function parseSyntax(text: string): MarkdownSyntax {
  const definitions: InlineMeta[] = [];
  const env = { ...createEnvironment(), definitions } satisfies Definitions;
  const tokens = parser.parse(text, env);
  const lines = new SourceLines(text);
  const syntax: MarkdownSyntax = { links: [], headings: [], html: [], modules: [] };
  for (const { start, end, ...link } of definitions)
    syntax.links.push({ start: lines.getOffset(start), end: lines.getOffset(end), ...link });
  tokens.forEach((token, index) => {
    const parent = tokens[index - 1];
    if (token.type === 'tr_open') lines.beginRow(token.map?.[0] ?? 0);
    else if (token.type === 'html_block') addHtmlBlock(syntax, token, lines);
    else if (token.type === 'inline' && parent) addInline(syntax, { token, parent, number: index }, lines);
  });
  syntax.links.sort((a, b) => a.start - b.start);
  return syntax;
}

function addHtmlBlock({ html }: MarkdownSyntax, { content, map }: Token, lines: SourceLines): void {
  const source = content.trimEnd();
  const span = map && lines.spanOfBlock(source, map[0]);
  if (span) html.push({ ...span, html: source, isBlock: true });
}

/** A line that is an import or export statement of MDX, which is no part of the shown text. */
const MODULE = /^(?:import [^'"`\n]{0,200}['"][^'"\n]{1,200}['"];?|export (?:const|let|default|function) .*)$/;

function addInline(
  syntax: MarkdownSyntax,
  { token, parent, number }: { token: Token; parent: Token; number: number },
  lines: SourceLines,
): void {
  const children = token.children ?? [];
  const isHeading = parent.type === 'heading_open';
  const isCell = parent.type === 'td_open' || parent.type === 'th_open';
  const [firstLine, endLine] = parent.map ?? token.map ?? [0, 0];
  if (
    parent.type === 'paragraph_open' &&
    token.level === 1 &&
    token.content.split('\n').every((line) => MODULE.test(line))
  )
    syntax.modules.push(lines.spanOfLines(firstLine, endLine));
  const block = isCell ? lines.cell(token.content) : lines.block(token.content, firstLine, isHeading);
  for (const [index, child] of children.entries()) {
    const meta = child.meta as InlineMeta | null;
    const span = meta && block.findSpan(meta);
    if (!meta || !span) continue;
    if (child.type === 'html_inline')
      syntax.html.push({ ...span, html: child.content, isBlock: false, parent: number });
    else if ('target' in meta) {
      const label = meta.label || getText(children.slice(index + 1, findClosing(children, index)), '').slice(0, 200);
      syntax.links.push({ ...meta, ...span, label });
    }
  }
  if (!isHeading || parent.level > 0) return;
  const id = getHeadingId(token.content);
  const idSpan = id && block.findSpan(id);
  syntax.headings.push({
    ...lines.spanOfLines(firstLine, endLine),
    level: Number(parent.tag.slice(1)),
    text: getText(children, id ? token.content.slice(id.start) : ''),
    id: id && idSpan && { ...idSpan, name: id.name },
    isPlain: children.every(({ type }) => !['link_open', 'image', 'wikilink'].includes(type)),
  });
}

function findClosing(children: readonly Token[], opening: number): number {
  if (children[opening]?.type !== 'link_open') return opening;
  for (let at = opening + 1; at < children.length; at++) if (children[at]?.type === 'link_close') return at;
  return opening;
}

/** The attributes at the end of a heading, with the spaces before them: `{#install}`, `{: .no_toc }`. */
function getHeadingId(content: string): (Span & { name: string }) | undefined {
  const start = content.lastIndexOf('{');
  const [, attributes = ''] =
    /^\{(?::|\/\*)?\s{0,9}([#.][^{}]{0,200})\}$/.exec(content.slice(Math.max(start, 0))) ?? [];
  if (!attributes) return undefined;
  const [, name = ''] = /#([^\s.*]+)/.exec(attributes) ?? [];
  return { start: content.slice(0, start).trimEnd().length, end: content.length, name };
}

/** Elements whose tags readers never see. A tag with another name is part of the text: `Vec<T>`. */
const ELEMENT_NAMES =
  'a|abbr|b|bdi|bdo|big|br|center|cite|code|del|div|em|font|i|img|ins|kbd|mark|p|picture|q|s|samp|script|small|' +
  'source|span|strike|strong|style|sub|sup|svg|tt|u|var|wbr';
const ELEMENTS = new RegExp(String.raw`^</?(?:${ELEMENT_NAMES})\b|^<[^>]*[\s"'=/!]`, 'i');

const TEXTS = new Set(['text', 'text_special', 'code_inline', 'autolink_literal', 'wikilink']);

/** The text of a heading without its syntax. The description of an image counts only if there is nothing else. */
function getText(children: readonly Token[], attributes: string): string {
  const pick = (includesImages: boolean) =>
    children
      .map((child) => {
        if (TEXTS.has(child.type)) return child.content;
        if (child.type === 'softbreak' || child.type === 'hardbreak') return ' ';
        if (child.type === 'html_inline') return ELEMENTS.test(child.content) ? '' : child.content;
        return child.type === 'image' && includesImages ? child.content : '';
      })
      .join('')
      .trim();
  const text = pick(false) || pick(true);
  return text.endsWith(attributes.trim()) ? text.slice(0, text.length - attributes.trim().length).trim() : text;
}
