import type { Handler, Handlers } from 'mdast-util-to-hast';
import { parseCalloutMarker } from '@hub/shared/callouts';
import type { HastNode } from './hast';

/** The parts of an mdast node used here. */
interface MdastNode {
  type: string;
  depth?: number;
  value?: string;
  children?: MdastNode[];
  position?: { start: { offset?: number } };
  data?: { hName?: string; hProperties?: Record<string, string> };
}

/**
 * What becomes of raw HTML, which is never interpreted. Readers of documents do not see it, comments have it as text,
 * and the preview of a document marks it.
 */
export type RawHtml = 'omit' | 'text' | 'mark';

const LINE_BREAK = /^<br ?\/?>$/i;
const SUMMARY_END = /^<\/summary>$/i;
const HTML_COMMENT = /^<!--[^]*-->$/;
/** The parents of inline nodes; elsewhere, raw HTML is a block. */
const PHRASING = ['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'linkReference', 'tableCell'];

function toTextWithBreaks(text: string): HastNode[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((value, index) => [...(index > 0 ? [createElement('br')] : []), { type: 'text', value }]);
}

const createElement = (tagName: string, properties = {}, children: HastNode[] = []): HastNode => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Splits the children of a paragraph at its first line break. */
function splitFirstLine(children: readonly MdastNode[]): { first: MdastNode[]; others: MdastNode[] } {
  for (const [index, { type, value = '' }] of children.entries()) {
    const end = type === 'text' ? value.indexOf('\n') : -1;
    if (type !== 'break' && end === -1) continue;
    const before = type === 'text' && end > 0 ? [{ type, value: value.slice(0, end) }] : [];
    const after = type === 'text' ? [{ type, value: value.slice(end + 1) }] : [];
    return { first: [...children.slice(0, index), ...before], others: [...after, ...children.slice(index + 1)] };
  }
  return { first: [...children], others: [] };
}

/** Splits the marker of details where the summary ends, if text follows in the same line. */
function splitSummary(children: readonly MdastNode[]): { summary: MdastNode[]; below: MdastNode[] } {
  const end = children.findIndex(({ type, value = '' }) => type === 'html' && SUMMARY_END.test(value));
  if (end === -1) return { summary: [...children], below: [] };
  return { summary: children.slice(0, end), below: children.slice(end + 1) };
}

const isBlank = (nodes: readonly MdastNode[]): boolean =>
  nodes.every(({ type, value }) => type === 'text' && value?.trim() === '');

/** Replaces the marker of a callout by its title, if it has one, and that of details by the summary. */
function takeCalloutMarker(quote: MdastNode, source: string): Pick<HastNode, 'tagName' | 'properties'> {
  const plainQuote = { tagName: 'blockquote', properties: {} };
  const [block, ...blocks] = quote.children ?? [];
  const [text, ...inline] = block?.children ?? [];
  const isHeading = block?.type === 'heading' && block.depth === 6;
  if (!(isHeading || block?.type === 'paragraph') || text?.type !== 'text') return plainQuote;
  // An escaped bracket is a bracket.
  if (source.charAt(text.position?.start.offset ?? 0) !== '[') return plainQuote;
  const marker = parseCalloutMarker(text.value ?? '', isHeading);
  if (!marker) return plainQuote;
  const { first, others } = splitFirstLine([{ type: 'text', value: marker.rest }, ...inline]);
  if (marker.kind === 'details') {
    const { summary, below } = splitSummary(first);
    quote.children = [
      { type: 'paragraph', children: isBlank(summary) ? [] : summary, data: { hName: 'summary' } },
      ...(isBlank(below) ? [] : [{ type: 'paragraph', children: below }]),
      ...blocks,
    ];
    return { tagName: 'details', properties: { open: marker.isOpen } };
  }
  quote.children = [
    ...(isBlank(first)
      ? []
      : [{ type: 'paragraph', children: first, data: { hProperties: { dataCalloutTitle: '' } } }]),
    ...(isBlank(others) ? [] : [{ type: 'paragraph', children: others }]),
    ...blocks,
  ];
  return { tagName: 'blockquote', properties: { dataCallout: marker.kind } };
}

/** How mdast nodes become elements, where that differs from the defaults. */
export function createHandlers(source: string, rawHtml: RawHtml): Handlers {
  const blockquote: Handler = (state, node: Parameters<typeof state.all>[0]) => {
    const element = takeCalloutMarker(node as MdastNode, source);
    return { type: 'element', ...element, children: state.wrap(state.all(node), true) } as ReturnType<Handler>;
  };
  const html: Handler = (_state, { value = '' }: MdastNode, parent) => {
    if (LINE_BREAK.test(value)) return createElement('br') as ReturnType<Handler>;
    if (rawHtml === 'omit' || (rawHtml === 'mark' && HTML_COMMENT.test(value))) return undefined;
    const isInline = parent !== undefined && PHRASING.includes(parent.type);
    if (isInline && rawHtml === 'text') return { type: 'text', value };
    const properties = rawHtml === 'mark' ? { dataRawHtml: '' } : {};
    return createElement(isInline ? 'code' : 'p', properties, toTextWithBreaks(value)) as ReturnType<Handler>;
  };
  return { blockquote, html };
}
