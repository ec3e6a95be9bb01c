import type { Token } from 'markdown-it';
import { completeAddress, MENTION } from '@hub/shared/references';

/** What a text refers to, as its readers see it: nothing of it is in code, comments or HTML. */
export interface MarkdownReferences {
  /** the first ten handles, in lower case, without duplicates */
  mentions: string[];
  /** addresses of links, each as often as it is linked */
  links: string[];
  /** addresses of images */
  images: string[];
}

const MAX_HANDLES = 10;
/** More than any limit of links. */
const MAX_ADDRESSES = 2000;
/** Replaces what is not text; never part of a handle or an address. */
const OBJECT = '\uFFFC';

export const noReferences = (): MarkdownReferences => ({ mentions: [], links: [], images: [] });

/** Adds what the inline tokens of one block refer to. */
export function addReferences(references: MarkdownReferences, tokens: readonly Token[]): void {
  const { mentions, links, images } = references;
  let text = '';
  let linkDepth = 0;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      linkDepth++;
      add(links, completeAddress(String(token.attrGet('href') ?? '')));
    } else if (token.type === 'link_close') linkDepth--;
    else if (token.type === 'autolink_literal') add(links, String(token.attrGet('href') ?? ''));
    else if (token.type === 'image') add(images, completeAddress(String(token.attrGet('src') ?? '')));
    text += toText(token, linkDepth > 0);
  }
  addMentions(mentions, text);
}

/** The handles of a text that is not parsed, which may be in code too. */
export const mentionsInUnparsed = (markdown: string): string[] => addMentions([], markdown);

function addMentions(mentions: string[], text: string): string[] {
  if (!text.includes('@')) return mentions;
  for (const [, handle = ''] of text.matchAll(MENTION)) {
    if (mentions.length === MAX_HANDLES) break;
    if (!mentions.includes(handle.toLowerCase())) mentions.push(handle.toLowerCase());
  }
  return mentions;
}

function add(addresses: string[], address: string): void {
  if (addresses.length < MAX_ADDRESSES) addresses.push(address);
}

/** Emphasis is no text; links and code are an object each, so that a handle may follow them. */
function toText({ type, content }: Token, isInLink: boolean): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  if (type === 'text' || type === 'text_special') return isInLink ? OBJECT : content;
  return content ? OBJECT : '';
}
