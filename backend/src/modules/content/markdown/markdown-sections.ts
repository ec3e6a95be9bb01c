import MarkdownIt, {
  type MarkdownIt as MarkdownParser,
  type StateBlock,
  type StateInline,
  type Token,
} from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { containersToQuotes, parseCalloutMarker } from '@hub/shared/callouts';
import { HeadingAnchors } from '@hub/shared/heading-anchors';
import { literalAutolinks } from './autolinks.js';
import { addReferences, type MarkdownReferences, noReferences } from './references.js';

/**
 * Limit per text; a token takes 200 bytes. Documents have one per 10 characters, a hostile text has 60 per character.
 */
const MAX_TOKENS = 250_000;

/** A text would take more memory than the worker has, for example a table with thousands of empty cells. */
export class TooManyTokens extends Error {}

function countToken(env: { tokens: number }): void {
  if (++env.tokens > MAX_TOKENS) throw new TooManyTokens();
}

/** Makes a parser throw TooManyTokens; the environment of each text counts its `tokens` from 0. */
export function limitTokens(parser: MarkdownParser): void {
  parser.block.State = class extends parser.block.State {
    override push(...token: Parameters<StateBlock['push']>): ReturnType<StateBlock['push']> {
      countToken(this.env as unknown as { tokens: number });
      return super.push(...token);
    }
  };
  parser.inline.State = class extends parser.inline.State {
    override push(...token: Parameters<StateInline['push']>): ReturnType<StateInline['push']> {
      countToken(this.env as unknown as { tokens: number });
      return super.push(...token);
    }
  };
}

/** A part of a text under one heading, as plain text. */
export interface MarkdownSection {
  /** null before the first heading */
  heading: string | null;
  /** the heading's id on the page, or a query such as ?t=65 for a video; '' where it has none */
  anchor: string;
  text: string;
}

/*
 * The server has a parser of its own, because the frontend's takes twenty times as long and fails on deep nesting,
 * which a save cannot afford. Both follow CommonMark and GitHub; a test compares their headings and
 * links.
 */
const parser = new MarkdownIt({ html: true }).use(footnotes).use(literalAutolinks);
parser.disable('footnote_inline');

limitTokens(parser);

interface Environment {
  tokens: number;
  /** HTML is part of the text, as comments show it; documents omit it */
  includesHtml: boolean;
  found: MarkdownReferences;
}

// The marker of a callout or details is neither text nor a heading.
parser.core.ruler.before('inline', 'callouts', ({ tokens }) => {
  tokens.forEach((token, index) => {
    if (token.type !== 'blockquote_open') return;
    const [first, content, end] = tokens.slice(index + 1, index + 4);
    if (content?.type !== 'inline') return;
    const isHeading = first?.type === 'heading_open' && first.tag === 'h6';
    const marker = parseCalloutMarker(content.content, isHeading);
    if (!marker) return;
    content.content = marker.rest;
    if (isHeading) first.type = 'paragraph_open';
    if (end?.type === 'heading_close' && end.tag === 'h6') end.type = 'paragraph_close';
  });
});

// Reduces inline tokens to text at once, because all of them together take ten times the memory of the text.
parser.core.ruler.at('inline', ({ tokens, md, env }) => {
  let inHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') inHeading = true;
    else if (token.type === 'heading_close') inHeading = false;
    else if (token.type === 'inline') {
      const children: Token[] = [];
      md.inline.parse(token.content, md, env, children);
      addReferences((env as unknown as Environment).found, children);
      token.content = getText(children, {
        includesImages: !inHeading,
        includesHtml: (env as unknown as Environment).includesHtml,
      });
    }
  }
});

const SHORT_LENGTH = 10_000;
/** A cell takes a microsecond, and the parser fills short rows up to the width of their table. */
const MAX_CELLS = 2000;

/**
 * Whether a text can be parsed in the event loop: the slowest of this length takes 20 ms. The time of other texts has
 * no bound (12 s for 320 KB of footnotes that refer to each other), so they are parsed in a MarkdownWorkerPool.
 */
export function isShortMarkdown(markdown: string, maxCells = MAX_CELLS): boolean {
  if (markdown.length > SHORT_LENGTH) return false;
  const lines = markdown.split(/[\r\n]/);
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0);
  return widest * lines.length <= maxCells || widest === 1;
}

/** A text split by its headings, and what it refers to. */
interface ParsedMarkdown extends MarkdownReferences {
  sections: MarkdownSection[];
}

/** The sections alone of {@link parseMarkdown}. */
export const splitSections = (markdown: string, options?: { includesHtml?: boolean }): MarkdownSection[] =>
  parseMarkdown(markdown, options).sections;

/**
 * Parses a text. Only for short texts or in a worker.
 * @param options.includesHtml whether HTML is part of the text, as in comments; documents omit it
 * @throws TooManyTokens
 */
export function parseMarkdown(markdown: string, { includesHtml = false } = {}): ParsedMarkdown {
  const anchors = new HeadingAnchors();
  const sections: MarkdownSection[] = [];
  let [heading, anchor, texts]: [string | null, string, string[]] = [null, '', []];
  const endSection = () => {
    const text = texts.join('\n').trim();
    if (heading !== null || text) sections.push({ heading, anchor, text });
  };
  let inHeading = false;
  const env = { tokens: 0, includesHtml, found: noReferences() } satisfies Environment;
  for (const token of parser.parse(containersToQuotes(markdown), env)) {
    if (token.type === 'heading_open') inHeading = true;
    else if (token.type === 'heading_close') inHeading = false;
    else if (token.type === 'inline' && inHeading) {
      endSection();
      const title = token.content;
      [heading, anchor, texts] = [title.replace(/\s+/g, ' ').trim(), anchors.next(title), []];
    } else if (token.type === 'inline') texts.push(token.content);
    else if (token.type === 'fence' || token.type === 'code_block') texts.push(token.content);
    else if (token.type === 'html_block' && includesHtml) texts.push(token.content);
  }
  endSection();
  return { sections, ...env.found };
}

/** The one HTML element that pages show. */
const LINE_BREAK = /^<br ?\/?>$/i;

const htmlText = (html: string, includesHtml: boolean): string =>
  LINE_BREAK.test(html) ? '\n' : includesHtml ? html : '';

interface TextOptions {
  includesImages: boolean;
  includesHtml: boolean;
}

/** Visible text of inline tokens. The description of an image counts in texts, not in headings. */
function getText(tokens: Token[], { includesImages, includesHtml }: TextOptions): string {
  return tokens
    .map((token) => {
      if (token.type === 'text' || token.type === 'text_special') return token.content;
      if (token.type === 'code_inline' || token.type === 'autolink_literal') return token.content;
      if (token.type === 'html_inline') return htmlText(token.content, includesHtml);
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
      if (token.type === 'image') return includesImages ? token.content : '';
      if (token.type === 'footnote_ref') return includesImages ? '' : String((token.meta as { id: number }).id + 1);
      return '';
    })
    .join('');
}
