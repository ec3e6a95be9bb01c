import { applyEdits } from './html-to-markdown.js';
import type { LinkSpan, Span } from './markdown-syntax.js';
import { isImagePath } from './source-tree.js';
import type { TextOutline } from './text-outline.js';

/** Widths and sizes that Obsidian writes where other links have their text: `![[image.png|300]]`. */
const SIZE = /^\d{1,5}(?:x\d{1,5})?$/;

/** Links of the same kind to the same target have the same name. */
export const nameOfLink = ({ kind, target }: LinkSpan): string => `${kind} ${target}`;

/**
 * Gives the links of a text their addresses.
 * @param removed the part of its content that the text loses
 * @param getAddress returns the address of a link, or undefined to keep it as it is
 */
export function replaceLinks(
  { content, links }: Pick<TextOutline, 'content' | 'links'>,
  removed: Span | undefined,
  getAddress: (link: LinkSpan) => string | undefined,
): string {
  const edits = removed ? [{ ...removed, replacement: '' }] : [];
  for (const link of links) {
    const address = getAddress(link);
    if (address !== undefined) edits.push({ ...link, replacement: print(link, address) });
  }
  return applyEdits(
    content,
    edits.sort((a, b) => a.start - b.start),
  );
}

function print({ kind, label, target }: LinkSpan, address: string): string {
  const destination = address.replace(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace(/[()]/g, escapeParenthesis),
  );
  if (kind === 'link' || kind === 'image') return destination;
  if (kind === 'embed' && isImagePath(target.split('#', 1)[0] ?? ''))
    return `![${SIZE.test(label) ? '' : escaped(label)}](${destination})`;
  return `[${escaped(label)}](${destination})`;
}

const escapeParenthesis = (character: string): string => (character === '(' ? '%28' : '%29');
const escaped = (label: string): string => label.replace(/[[\]|]/g, String.raw`\$&`);
