import { FOOTNOTES_ID } from '../pages.js';
import { linkMailAddresses, sanitizeUrl } from './addresses.js';
import { containersToQuotes, parseCalloutMarker } from './callouts.js';
import { collectHeadings, createElement, createText, getText, type HastNode } from './hast.js';
import { HeadingAnchors } from './heading-anchors.js';
import { createEnvironment, createParser, type Environment, type Token } from './parser.js';

/**
 * What becomes of raw HTML, which is never interpreted. Readers of documents do not see it, comments have it as text,
 * and the preview of a document marks it.
 */
export type RawHtml = 'omit' | 'text' | 'mark';

const parser = createParser();
// The content of blocks is parsed when it becomes a part of the tree, because all tokens together take much memory.
parser.core.ruler.enableOnly(['normalize', 'block']);

/** Deeper elements are left out, and their content belongs to the last one, because trees are read recursively. */
const MAX_DEPTH = 100;
const LINE_BREAK = /^<br ?\/?>$/i;
const HTML_COMMENT = /^<!--[^]*-->$/;
const TASK = /^\[([\sx])\](?=\s+\S)/i;
const SUMMARY_END = /<\/summary>/i;
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr']);

/** The elements of inline tokens that have content. */
const INLINE_ELEMENTS: Readonly<Record<string, string>> = { em_open: 'em', strong_open: 'strong', s_open: 'del' };

interface Range {
  first: number;
  end: number;
}

/** Builds the tree of one text from the parser's tokens: nothing of it but known elements and safe addresses. */
class TreeBuilder {
  readonly root: HastNode = { type: 'root', children: [] };
  private readonly parents: HastNode[] = [this.root];
  /** Open elements that are left out. */
  private omitted = 0;
  private readonly env: Environment = createEnvironment();
  private readonly tokens: readonly Token[];
  private readonly definitions = new Map<string, Range>();
  private readonly definitionEnds = new Map<number, number>();
  private readonly rawHtml: RawHtml;

  constructor(source: string, rawHtml: RawHtml) {
    this.rawHtml = rawHtml;
    this.tokens = parser.parse(source, this.env);
  }

  build(): HastNode {
    this.findDefinitions();
    this.addBlocks({ first: 0, end: this.tokens.length });
    this.addFootnotes();
    return this.root;
  }

  private get parent(): HastNode & { children: HastNode[] } {
    return this.parents.at(-1) as HastNode & { children: HastNode[] };
  }

  private enter(tagName: string, properties: Record<string, unknown> = {}, token?: Token): HastNode {
    const element = createElement(tagName, properties);
    if (token?.map) element.position = { start: { line: token.map[0] + 1 } };
    if (this.parents.length > MAX_DEPTH) this.omitted++;
    else {
      this.parent.children.push(element);
      this.parents.push(element);
    }
    return element;
  }

  private leave(): void {
    if (this.omitted > 0) this.omitted--;
    else this.parents.pop();
  }

  private add(element: HastNode): void {
    this.parent.children.push(element);
  }

  private addText(value: string): void {
    const last = this.parent.children.at(-1);
    if (last?.value !== undefined) last.value += value;
    else if (value !== '') this.add(createText(value));
  }

  /** Separates blocks by line ends, as their HTML would be. */
  private separate(): void {
    if (this.parent.children.length > 0 && !TABLE_PARTS.has(this.parent.tagName ?? '')) this.addText('\n');
  }

  private enterBlock(tagName: string, properties?: Record<string, unknown>, token?: Token): HastNode {
    this.separate();
    return this.enter(tagName, properties, token);
  }

  private findDefinitions(): void {
    const open: { label: string; first: number }[] = [];
    this.tokens.forEach(({ type, meta }, index) => {
      if (type === 'footnote_reference_open') open.push({ label: (meta as { label: string }).label, first: index + 1 });
      const definition = type === 'footnote_reference_close' ? open.pop() : undefined;
      if (!definition) return;
      const label = definition.label.toLowerCase();
      if (!this.definitions.has(label)) this.definitions.set(label, { first: definition.first, end: index });
      this.definitionEnds.set(definition.first - 1, index);
    });
  }

  private addBlocks({ first, end }: Range): void {
    for (let index = first; index < end; index++) index = this.addBlock(index);
  }

  /** @returns the index of the last token that has been read */
  private addBlock(index: number): number {
    const token = this.tokens[index];
    if (!token || token.hidden) return index;
    if (token.type === 'footnote_reference_open') return this.definitionEnds.get(index) ?? index;
    if (token.type === 'blockquote_open') return this.enterQuote(token, index);
    if (token.type === 'list_item_open') this.enterItem(token, index);
    else if (token.nesting > 0) this.enterBlock(token.tag, getProperties(token), token);
    else if (token.nesting < 0) this.leave();
    else if (token.type === 'inline') this.addContent(token, index);
    else if (token.type === 'html_block') this.addHtmlBlock(token.content.trimEnd(), token);
    else if (token.type === 'hr') this.addBlockElement('hr', [], token);
    else if (token.type === 'math_block') this.addBlockElement('pre', [createMath(token.content, 'display')], token);
    else this.addCode(token);
    return index;
  }

  private addBlockElement(tagName: string, children: HastNode[], token: Token): void {
    this.enterBlock(tagName, {}, token).children = children;
    this.leave();
  }

  private addCode({ content, info, ...token }: Token): void {
    const [language = ''] = parser.utils.unescapeAll(info).trim().split(/\s+/);
    // A block that the end of the text closes has no line end.
    const text = content.replace(/\n?$/, '\n');
    // As GitHub has it.
    if (language === 'math' && content.trim() !== '') {
      this.addBlockElement('pre', [createMath(text, 'display')], token as Token);
      return;
    }
    const properties = language === '' ? {} : { className: [`language-${language}`] };
    const children = content === '' ? [] : [createText(text)];
    this.addBlockElement('pre', [createElement('code', properties, children)], token as Token);
  }

  private enterItem(token: Token, index: number): void {
    const content = this.tokens[index + 2];
    const isTask = this.tokens[index + 1]?.type === 'paragraph_open' && TASK.test(content?.content ?? '');
    if (isTask) this.parent.properties = { ...this.parent.properties, className: ['contains-task-list'] };
    this.enterBlock('li', isTask ? { className: ['task-list-item'] } : {}, token);
  }

  /** The content of a paragraph, a heading, a cell, or a list item without paragraphs. */
  private addContent({ content }: Token, index: number): void {
    if (this.tokens[index - 1]?.hidden) this.separate();
    const isFirst = this.tokens[index - 2]?.type === 'list_item_open';
    const [marker, state] = (isFirst && TASK.exec(content)) || [''];
    if (state !== undefined)
      this.add(createElement('input', { type: 'checkbox', checked: state.trim() !== '', disabled: true }));
    this.addInline(state === undefined ? content : ` ${content.slice(marker.length + 1)}`);
  }

  /** A quote, or a callout with its title, or details with their summary, by the marker in its first block. */
  private enterQuote(token: Token, index: number): number {
    const [first, content] = this.tokens.slice(index + 1, index + 3);
    const isHeading = first?.type === 'heading_open' && first.tag === 'h6';
    const isMarked = content?.type === 'inline' && (isHeading || first?.type === 'paragraph_open');
    const marker = isMarked ? parseCalloutMarker(content.content, isHeading) : undefined;
    if (!marker) {
      this.enterBlock('blockquote', {}, token);
      return index;
    }
    const [line = '', ...lines] = marker.rest.split('\n');
    if (marker.kind === 'details') {
      const [summary = '', ...below] = line.split(SUMMARY_END);
      this.enterBlock('details', { open: marker.isOpen }, token);
      this.addParagraph('summary', summary);
      this.addParagraph('p', below.join(''));
    } else {
      this.enterBlock('blockquote', { dataCallout: marker.kind }, token);
      this.addParagraph('p', line, { dataCalloutTitle: '' });
      this.addParagraph('p', lines.join('\n'));
    }
    return index + 3;
  }

  /** A summary is there even if it has no text. */
  private addParagraph(tagName: 'p' | 'summary', text: string, properties = {}): void {
    if (tagName === 'p' && text.trim() === '') return;
    this.enterBlock(tagName, properties);
    this.addInline(text.trim());
    this.leave();
  }

  private addInline(text: string): void {
    const tokens: Token[] = [];
    parser.inline.parse(text, parser, this.env, tokens);
    for (const token of tokens) this.addInlineToken(token);
  }

  private addInlineToken(token: Token): void {
    const { type, content } = token;
    if (type === 'text' || type === 'text_special') this.addText(content);
    else if (type === 'softbreak') this.addText('\n');
    else if (type === 'hardbreak') this.addLineBreak();
    else if (type === 'code_inline') this.add(createElement('code', {}, [createText(content)]));
    else if (type === 'math_inline') this.add(createMath(content, 'inline'));
    else if (type === 'math_display') this.add(createMath(content, 'display'));
    else if (type === 'html_inline') this.addInlineHtml(content);
    else if (type === 'image') this.addImage(token);
    else if (type === 'link_open') this.enter('a', getLinkProperties(token));
    else if (type === 'autolink_literal') this.add(createElement('a', getLinkProperties(token), [createText(content)]));
    else if (type === 'footnote_ref') this.addFootnoteReference(token.meta as { id: number; subId: number });
    else if (token.nesting < 0) this.leave();
    else this.enter(INLINE_ELEMENTS[type] ?? 'span');
  }

  private addLineBreak(): void {
    this.add(createElement('br'));
    this.addText('\n');
  }

  private addImage(token: Token): void {
    const title = token.attrGet('title');
    const src = sanitizeUrl(String(token.attrGet('src') ?? ''));
    this.add(createElement('img', { src, alt: getPlainText(token.children ?? []), ...(title !== null && { title }) }));
  }

  private addHtmlBlock(html: string, token: Token): void {
    if (LINE_BREAK.test(html)) this.addBlockElement('br', [], token);
    else if (this.showsHtml(html)) {
      this.enterBlock('p', this.rawHtml === 'mark' ? { dataRawHtml: '' } : {}, token).children = toLines(html);
      this.leave();
    }
  }

  private addInlineHtml(html: string): void {
    if (LINE_BREAK.test(html)) this.add(createElement('br'));
    else if (!this.showsHtml(html)) return;
    else if (this.rawHtml === 'text') this.addText(html);
    else this.add(createElement('code', { dataRawHtml: '' }, toLines(html)));
  }

  private showsHtml(html: string): boolean {
    return this.rawHtml === 'text' || (this.rawHtml === 'mark' && !HTML_COMMENT.test(html));
  }

  private addFootnoteReference({ id, subId }: { id: number; subId: number }): void {
    const name = this.getFootnoteName(id);
    const properties = {
      href: `#user-content-fn-${name}`,
      id: `user-content-fnref-${name}${getRepetition(subId + 1)}`,
      dataFootnoteRef: true,
      ariaDescribedBy: [FOOTNOTES_ID],
    };
    this.add(createElement('sup', {}, [createElement('a', properties, [createText(String(id + 1))])]));
  }

  private getFootnoteName(id: number): string {
    return parser.normalizeLink(this.env.footnotes.list[id]?.label.toLowerCase() ?? '');
  }

  /** At the end of the text, in the order of the first references. A footnote may refer to further ones. */
  private addFootnotes(): void {
    const { list } = this.env.footnotes;
    if (list.length === 0) return;
    this.enterBlock('section', { dataFootnotes: true, className: ['footnotes'] });
    this.enterBlock('h2', { className: ['sr-only'], id: FOOTNOTES_ID });
    this.addText('Footnotes');
    this.leave();
    this.enterBlock('ol');
    for (let id = 0; id < list.length; id++) {
      const label = list[id]?.label.toLowerCase() ?? '';
      const item = this.enterBlock('li', { id: `user-content-fn-${this.getFootnoteName(id)}` });
      this.addBlocks(this.definitions.get(label) ?? { first: 0, end: 0 });
      const last = item.children?.at(-1);
      const place = last?.tagName === 'p' ? last : item;
      // The footnote may refer to itself.
      const count = list[id]?.count ?? 0;
      for (let number = 1; number <= count; number++)
        place.children?.push(createText(' '), this.createBackReference(id, number));
      this.leave();
    }
    this.leave();
    this.leave();
  }

  private createBackReference(id: number, number: number): HastNode {
    const repetition = getRepetition(number);
    const properties = {
      href: `#user-content-fnref-${this.getFootnoteName(id)}${repetition}`,
      dataFootnoteBackref: `${id + 1}${repetition}`,
      className: ['data-footnote-backref'],
    };
    const mark = number > 1 ? [createElement('sup', {}, [createText(String(number))])] : [];
    return createElement('a', properties, [createText('↩'), ...mark]);
  }
}

/** The source of a formula, which pages render. The names are those of remark-math. */
const createMath = (formula: string, kind: 'inline' | 'display'): HastNode =>
  createElement('code', { className: ['language-math', `math-${kind}`] }, [createText(formula)]);

const getRepetition = (number: number): string => (number > 1 ? `-${number}` : '');

function getProperties(token: Token): Record<string, unknown> {
  const start = token.attrGet('start');
  const align = String(token.attrGet('style') ?? '').replace('text-align:', '');
  return { ...(start !== null && { start: Number(start) }), ...(align && { align }) };
}

function getLinkProperties(token: Token): Record<string, unknown> {
  const title = token.attrGet('title');
  return { href: sanitizeUrl(String(token.attrGet('href') ?? '')), ...(title !== null && { title }) };
}

const toLines = (text: string): HastNode[] =>
  text.split('\n').flatMap((line, index) => [...(index > 0 ? [createElement('br')] : []), createText(line)]);

/** The text of the description of an image. */
const getPlainText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      if (type === 'image') return getPlainText(children ?? []);
      return type === 'html_inline' ? '' : content;
    })
    .join('');

/**
 * Adds anchors to headings and normalizes their levels: the page has the only h1, so a text starts at h2 and skips no
 * level. Authors choose levels by size, while screen readers need the order.
 */
function addHeadingIds(tree: HastNode): void {
  const headings = collectHeadings(tree).filter(({ properties }) => properties?.['id'] !== FOOTNOTES_ID);
  const levels = headings.map((heading) => Number(heading.tagName?.slice(1)));
  const shift = 2 - levels.reduce((least, level) => Math.min(least, level), 6);
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

/**
 * Parses a Markdown text to a tree of HTML elements without raw HTML, which pages render and the server reads.
 * @throws TooManyTokens
 */
export function parseMarkdown(text: string, rawHtml: RawHtml = 'omit'): HastNode {
  const tree = new TreeBuilder(containersToQuotes(text), rawHtml).build();
  if (text.includes('@')) linkMailAddresses(tree);
  addHeadingIds(tree);
  addDirections(tree);
  return tree;
}
