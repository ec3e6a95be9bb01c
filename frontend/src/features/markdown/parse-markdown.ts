import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { calloutKinds, containersToQuotes } from '@hub/shared/callouts';
import { HeadingAnchors } from '@hub/shared/heading-anchors';
import { FOOTNOTES_ID } from '@hub/shared/pages';
import { getText, type HastNode, removeUnsafeUrls } from './hast';
import { createHandlers, type RawHtml } from './mdast-handlers';

const MAX_LENGTH = 10_000;
/** Comments have lower limits, because a page contains many. */
const COMMENT_FACTOR = 0.2;
/** The limit of syntax characters. Documents of 10,000 characters contain some hundreds. */
const MAX_SYNTAX_CHARACTERS = 1_500;
const SYNTAX_CHARACTER = /[*_~[\]`<>|&\\\r\n]/g;
/**
 * The limit of table cells: short rows are padded to the table's width, so a few thousand characters can yield millions
 * of cells.
 */
const MAX_TABLE_CELLS = 3_000;
/** Nested quotes and lists beyond a readable depth: the parser recurses once per level. */
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/m;

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function estimateTableCells(text: string): number {
  const lines = text.split(/[\r\n]/);
  const widest = lines.reduce((most, line) => Math.max(most, countMatches(line, /\|/g)), 0);
  return widest * lines.length;
}

/** Returns whether parsing the text may block the main thread noticeably. */
export function isExpensiveMarkdown(text: string, isComment = false): boolean {
  const share = isComment ? COMMENT_FACTOR : 1;
  if (text.length > MAX_LENGTH * share || DEEP_NESTING.test(text)) return true;
  return (
    countMatches(text, SYNTAX_CHARACTER) > MAX_SYNTAX_CHARACTERS * share ||
    estimateTableCells(text) > MAX_TABLE_CELLS * share
  );
}

/** Rows of tables are padded to their widest, and each cell is a node. */
const MAX_CELLS_OF_TABLES = 50_000;
/** The parser compares the delimiters of a paragraph with each other. A readable one has some hundreds. */
const MAX_DELIMITERS_OF_PARAGRAPH = 20_000;
const TABLE_DELIMITERS = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*\|/;
const DELIMITER = /[*_~[\]]/g;
/** Ends a paragraph: a blank line, or the beginning of another block. */
const PARAGRAPH_END = /^[ \t>]*(?:$|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/;

/** @param row with or without bars at its ends */
const countColumns = (row: string): number => countMatches(row.trim().replaceAll(/^\||\|$/g, ''), /\|/g) + 1;

/** Returns whether the text is beyond what a page can format: the work is estimated, so that no clock decides. */
export function isBeyondLimits(text: string): boolean {
  let [cells, columns, delimiters] = [0, 0, 0];
  let previous = '';
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') columns = 0;
    else if (TABLE_DELIMITERS.test(line) && previous.includes('|')) columns = countColumns(previous);
    cells += columns;
    delimiters = (PARAGRAPH_END.test(line) ? 0 : delimiters) + countMatches(line, DELIMITER);
    if (cells > MAX_CELLS_OF_TABLES || delimiters > MAX_DELIMITERS_OF_PARAGRAPH) return true;
    previous = line;
  }
  return false;
}

const LEVEL = /^h([1-6])$/;
function collectHeadings(node: HastNode, headings: HastNode[] = []): HastNode[] {
  if (node.tagName && LEVEL.test(node.tagName)) headings.push(node);
  for (const child of node.children ?? []) collectHeadings(child, headings);
  return headings;
}

/**
 * Adds anchors to headings and normalizes their levels: the page has the only h1, so a text starts at h2 and skips no
 * level. Authors choose levels by size, while screen readers need the order.
 */
function addHeadingIds(tree: HastNode): void {
  const headings = collectHeadings(tree).filter(({ properties }) => properties?.['id'] !== FOOTNOTES_ID);
  const levels = headings.map((heading) => Number(heading.tagName?.slice(1)));
  const shift = 2 - Math.min(...levels);
  const anchors = new HeadingAnchors();
  let last = 1;
  headings.forEach((heading, index) => {
    last = Math.min((levels[index] ?? 2) + shift, last + 1, 6);
    heading.tagName = `h${last}`;
    const id = anchors.next(getText(heading));
    if (id !== '') heading.properties = { ...heading.properties, id };
  });
}

/**
 * Lets the first letters of each block decide on its direction. Only the outermost blocks, because an element whose
 * children decide for themselves has no letters of its own.
 */
function addDirections(tree: HastNode): void {
  for (const block of tree.children ?? [])
    if (block.type === 'element' && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' };
}

/** A second line of defense: markdown without raw HTML yields no other elements. */
const sanitizeSchema: Schema = {
  ...defaultSchema,
  // Ids are generated: ids that authors can influence are prefixed (footnotes) or checked (headings).
  clobber: [],
  attributes: {
    ...defaultSchema.attributes,
    blockquote: ['cite', ['dataCallout', ...calloutKinds]],
    p: ['dataCalloutTitle', 'dataRawHtml'],
    code: [...(defaultSchema.attributes?.['code'] ?? []), 'dataRawHtml'],
  },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};

/**
 * Parses GitHub Flavored Markdown with callouts and details into an HTML tree without raw HTML. Uses the steps of
 * react-markdown without its plugin layer, a seventh of its size.
 */
export function parseMarkdown(text: string, rawHtml: RawHtml = 'omit'): HastNode {
  const source = containersToQuotes(text);
  const read = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const hast = toHast(read, { handlers: createHandlers(source, rawHtml) });
  // First, because sanitize compares schemes in lower case.
  removeUnsafeUrls(hast);
  const tree = sanitize(hast, sanitizeSchema) as HastNode;
  addHeadingIds(tree);
  addDirections(tree);
  return tree;
}
