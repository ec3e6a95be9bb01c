import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { HeadingAnchors } from './heading-anchors.js';

/** A piece of a text under one heading, as plain text. */
export interface Section {
  /** null before the first heading */
  heading: string | null;
  /** as in the address of the page; '' where there is none to link to */
  anchor: string;
  text: string;
}

/*
 * A parser of its own instead of the frontend's: that one takes twenty times as long and fails on deep nesting, which
 * the server cannot afford inside a save. Both follow CommonMark; a test holds their headings against each other.
 */
const parser = new MarkdownIt({ html: true }).use(footnotes);
parser.disable('footnote_inline');

export function sectionsOf(markdown: string): Section[] {
  const anchors = new HeadingAnchors();
  const sections: Section[] = [];
  let [heading, anchor, texts]: [string | null, string, string[]] = [null, '', []];
  const end = () => {
    const text = texts.join('\n').trim();
    if (heading !== null || text) sections.push({ heading, anchor, text });
  };
  let inHeading = false;
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'heading_open') inHeading = true;
    else if (token.type === 'heading_close') inHeading = false;
    else if (token.type === 'inline' && inHeading) {
      end();
      const title = textOf(token.children ?? []);
      [heading, anchor, texts] = [title.replace(/\s+/g, ' ').trim(), anchors.next(title), []];
    } else if (token.type === 'inline') texts.push(textOf(token.children ?? [], { images: true }));
    else if (token.type === 'fence' || token.type === 'code_block') texts.push(token.content);
  }
  end();
  return sections;
}

/** What a reader sees of it. HTML is never shown; a picture stands in no heading's text, but what it shows can be searched for. */
function textOf(tokens: Token[], { images = false } = {}): string {
  return tokens
    .map((token) => {
      if (token.type === 'text' || token.type === 'code_inline') return token.content;
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
      if (token.type === 'image') return images ? token.content : '';
      if (token.type === 'footnote_ref') return images ? '' : String((token.meta as { id: number }).id + 1);
      return '';
    })
    .join('');
}
