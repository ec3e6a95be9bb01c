import { FOOTNOTES_ID } from '../pages.js';
import { MENTION } from '../references.js';
import { getText, type HastNode, isHeading } from './hast.js';
import { parseMarkdown } from './parse-markdown.js';

/** A part of a text under one heading, as plain text. */
export interface MarkdownSection {
  /** null before the first heading */
  heading: string | null;
  /** the heading's id on the page, or a query such as ?t=65 for a video; '' where it has none */
  anchor: string;
  text: string;
}

/** What a text refers to, as its readers see it: nothing of it is in code, comments or HTML. */
export interface MarkdownReferences {
  /** the first ten handles, in lower case, without duplicates */
  mentions: string[];
  /** addresses of links, each as often as it is linked */
  links: string[];
  /** addresses of images */
  images: string[];
}

/** A text split by its headings, and what it refers to. */
export interface MarkdownContents extends MarkdownReferences {
  sections: MarkdownSection[];
}

const MAX_HANDLES = 10;
/** More than any limit of links. */
const MAX_ADDRESSES = 2000;
/** Replaces what is not text; never part of a handle or an address. */
const OBJECT = '\uFFFC';
const INLINE = new Set(['a', 'br', 'code', 'del', 'em', 'img', 'input', 'strong', 'sup']);

const SHORT_LENGTH = 10_000;
/** A cell takes a microsecond, and the parser fills short rows up to the width of their table. */
const MAX_CELLS = 2000;

/**
 * Whether a text can be parsed in the event loop: the slowest of this length takes 20 ms. The time of other texts has
 * no bound, so they are parsed in a worker thread.
 */
export function isShortMarkdown(markdown: string, maxCells = MAX_CELLS): boolean {
  if (markdown.length > SHORT_LENGTH) return false;
  const lines = markdown.split(/[\r\n]/);
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0);
  return widest * lines.length <= maxCells || widest === 1;
}

/** The handles that a text mentions, in code too if it is not parsed. */
export function findMentions(text: string, found: string[] = []): string[] {
  if (!text.includes('@')) return found;
  for (const [, handle = ''] of text.matchAll(MENTION)) {
    if (found.length === MAX_HANDLES) break;
    if (!found.includes(handle.toLowerCase())) found.push(handle.toLowerCase());
  }
  return found;
}

/** Reads the tree of a text block by block. */
class ContentsReader {
  readonly contents: MarkdownContents = { sections: [], mentions: [], links: [], images: [] };
  private section: MarkdownSection = { heading: null, anchor: '', text: '' };
  private texts: string[] = [];
  /** Of the block that is being read: its text, and that without what cannot be a mention. */
  private text = '';
  private words = '';

  read(tree: HastNode): MarkdownContents {
    this.readChildren(tree);
    this.endSection();
    return this.contents;
  }

  private readChildren({ children = [] }: HastNode): void {
    for (const child of children) this.readNode(child);
  }

  private readNode(node: HastNode): void {
    if (node.type === 'text') this.addText(node.value ?? '');
    else if (isHeading(node)) this.readHeading(node);
    else if (INLINE.has(node.tagName ?? '')) this.readInline(node);
    else {
      this.endBlock();
      this.readChildren(node);
      this.endBlock();
    }
  }

  private readHeading(node: HastNode): void {
    this.endBlock();
    if (node.properties?.['id'] === FOOTNOTES_ID) return;
    this.readChildren(node);
    this.text = '';
    this.endBlock();
    this.endSection();
    const heading = getText(node).replace(/\s+/g, ' ').trim();
    const id = node.properties?.['id'];
    this.section = { heading, anchor: typeof id === 'string' ? id : '', text: '' };
  }

  private readInline(node: HastNode): void {
    const { tagName, properties = {} } = node;
    if (tagName === 'br') this.addText('\n');
    else if (tagName === 'code') this.addObject(getText(node));
    else if (tagName === 'img') {
      addAddress(this.contents.images, properties['src']);
      this.addObject(String(properties['alt']));
    } else if (tagName === 'a') this.readLink(node);
    else this.readChildren(node);
  }

  private readLink(node: HastNode): void {
    const { properties = {} } = node;
    if ('dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties) return this.addObject('');
    addAddress(this.contents.links, properties['href']);
    const before = this.words;
    this.readChildren(node);
    this.words = before + OBJECT;
  }

  private addText(text: string): void {
    this.text += text;
    this.words += text;
  }

  private addObject(text: string): void {
    this.text += text;
    this.words += OBJECT;
  }

  private endBlock(): void {
    findMentions(this.words, this.contents.mentions);
    if (this.text.trim() !== '') this.texts.push(this.text);
    this.text = this.words = '';
  }

  private endSection(): void {
    this.endBlock();
    const text = this.texts.join('\n').trim();
    if (this.section.heading !== null || text !== '') this.contents.sections.push({ ...this.section, text });
    this.texts = [];
  }
}

function addAddress(addresses: string[], address: unknown): void {
  if (addresses.length < MAX_ADDRESSES && typeof address === 'string' && address !== '') addresses.push(address);
}

/**
 * Reads what a text says and what it refers to. Only for short texts or in a worker.
 * @param options.includesHtml whether HTML is part of the text, as in comments; documents omit it
 * @throws TooManyTokens
 */
export const readMarkdown = (markdown: string, { includesHtml = false } = {}): MarkdownContents =>
  new ContentsReader().read(parseMarkdown(markdown, includesHtml ? 'text' : 'omit'));

/** The sections alone of {@link readMarkdown}. */
export const splitSections = (markdown: string, options?: { includesHtml?: boolean }): MarkdownSection[] =>
  readMarkdown(markdown, options).sections;
