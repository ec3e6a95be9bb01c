import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { HtmlSpan, Span } from './markdown-syntax.js';

/* Pages never show raw HTML, so an import turns it into Markdown. Only for workers. */

/** A replacement within a text. */
export interface Edit extends Span {
  replacement: string;
}

/** Elements that Markdown has nothing for, so that their content or effect is lost. */
const LOST = /<(iframe|video|audio|object|embed|canvas|svg|form|script)\b/gi;
/** A component of MDX, Vue and the like. */
const COMPONENT = /<([A-Z][\w.]{0,60})(?=[\s/>])/g;
const MERGED_CELLS = /<t[dh]\b[^>]{0,500}\b(?:col|row)span\s*=/i;
const COMMENT = /^<!--/;

/** Names for the report of the raw HTML that the hub cannot show. */
export function findLostHtml(html: string): string[] {
  if (COMMENT.test(html)) return [];
  const names = [
    ...[...html.matchAll(LOST)].map(([, name = '']) => `<${name.toLowerCase()}>`),
    ...[...html.matchAll(COMPONENT)].map(([, name = '']) => `<${name}>`),
  ];
  return MERGED_CELLS.test(html) ? [...names, 'merged cells of a table'] : names;
}

/** Turns blocks of HTML, and images and links between the words, into Markdown. */
export function convertHtml(spans: readonly HtmlSpan[], text: string): Edit[] {
  const edits: Edit[] = [];
  let link: (Span & { parent: number | undefined; href: string }) | undefined;
  for (const span of spans) {
    const { start, end, html, isBlock, parent } = span;
    if (isBlock) {
      const markdown = convertBlock(html);
      if (markdown) edits.push({ start, end, replacement: indented(markdown, span, text) });
    } else if (/^<img\b/i.test(html)) {
      const image = toInline(html);
      if (image) edits.push({ start, end, replacement: image });
    } else if (/^<a\b/i.test(html)) {
      const href = /\[\]\((.*)\)/s.exec(toInline(html))?.[1];
      link = href ? { start, end, parent, href } : undefined;
    } else if (/^<\/a\b/i.test(html) && link?.parent === parent && link) {
      edits.push(
        { start: link.start, end: link.end, replacement: '[' },
        { start, end, replacement: `](${link.href})` },
      );
      link = undefined;
    }
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** Replaces parts of a text that do not overlap, in their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, replacement } of edits) {
    if (start < done) continue;
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

const LINE_BREAK = /^<br ?\/?>$/i;

/** @returns '' for a block without anything to show, such as a comment or the end of an element around other blocks */
function convertBlock(html: string): string {
  if (LINE_BREAK.test(html) || /^<[!?]/.test(html)) return '';
  return print(html);
}

const toInline = (html: string): string => print(html).replace(/\n/g, ' ').replaceAll('|', '\\|');

function print(html: string): string {
  const tree = toMdast(fromHtml(html.replace(/<!--.*?-->/gs, ''), { fragment: true }));
  return toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-' }).trim();
}

const isBlank = (line: string) => /^[\s>]*$/.test(line);

/** Each line gets the indentation and quotation marks of the first one; blank lines part it from its neighbors. */
function indented(markdown: string, { start, end }: Span, text: string): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const prefix = text.slice(lineStart, start).replace(/[^\s>]/g, ' ');
  const before = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart);
  const next = text.indexOf('\n', end);
  const after = next === -1 ? '' : text.slice(next + 1, text.indexOf('\n', next + 1) >>> 0);
  const isList = text.slice(lineStart, start) !== prefix;
  const blank = `${prefix.trimEnd()}\n${prefix}`;
  const lines = markdown.split('\n').join(`\n${prefix}`);
  return `${isBlank(before) || isList ? '' : blank}${lines}${isBlank(after) ? '' : `\n${prefix.trimEnd()}`}`;
}
