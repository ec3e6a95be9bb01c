import { fromDom } from 'hast-util-from-dom';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Text } from 'mdast';
import { createPlaceholder } from '../file-insertion';
import { cleanHtml } from './clean-html';

/** Larger pages would keep the browser busy; they are pasted as plain text. */
const MAX_LENGTH = 20_000_000;
const MAX_TAGS = 40_000;

/** Addresses and mail addresses in a text are links anyway, so nothing needs a backslash for them. */
const gfm: Options[] = (gfmToMarkdown({ tablePipeAlign: false }).extensions ?? []).map((extension) => ({
  ...extension,
  unsafe: extension.unsafe?.filter(({ character }) => !['@', '.', ':'].includes(character)) ?? [],
}));

const options: Options = {
  bullet: '-',
  rule: '-',
  emphasis: '_',
  extensions: gfm,
  handlers: {
    // Within words they emphasize nothing.
    text: (node: Text, parent, state, info) =>
      defaultHandlers.text(node, parent, state, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_'),
  },
};

export interface ConvertedHtml {
  markdown: string;
  /** Whether it consists of one paragraph, which can be inserted within a line. */
  isInline: boolean;
  /** Files to upload, by the placeholders in the Markdown. */
  images: Map<string, File>;
}

const extensionsByType: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

function readDataUrl(source: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[\w.+-]+);base64,([\s\S]*)$/i.exec(source.trim()) ?? [];
  const extension = extensionsByType[type.toLowerCase()];
  if (!extension) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0));
    return new File([bytes], `${name}.${extension}`, { type });
  } catch {
    return undefined;
  }
}

/**
 * Converts a page from the clipboard. Nothing of it is loaded or run: its document belongs to no window.
 * @param content the text into which it is pasted, in which placeholders of images are unique
 * @param files images of the clipboard, for those whose addresses only the other program knows
 * @returns undefined for a page that is too large or cannot be converted
 */
export function convertHtml(html: string, content: string, files: readonly File[] = []): ConvertedHtml | undefined {
  if (html.length > MAX_LENGTH || html.split('<').length > MAX_TAGS) return undefined;
  try {
    return convert(html, content, files);
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

function convert(html: string, content: string, files: readonly File[]): ConvertedHtml {
  // Nothing of it runs, but the content security policy would report it.
  const source = html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/(?<=[\s"'/])(?:style|on[a-z]+)(?=\s*=)/gi, 'data-$&'),
  );
  const { body } = new DOMParser().parseFromString(source, 'text/html');
  const images = new Map<string, File>();
  const localFiles = [...files];
  let taken = content;
  cleanHtml(body, window.location.origin, (image) => {
    // Without characters that Markdown would escape.
    const name =
      (image.getAttribute('alt') ?? '')
        .replace(/[^\p{L}\p{N} .-]+/gu, ' ')
        .trim()
        .slice(0, 60) || 'image';
    const address = image.getAttribute('src') ?? '';
    const file = address.startsWith('data:') ? readDataUrl(address, name) : localFiles.shift();
    if (!file) return undefined;
    const placeholder = createPlaceholder(taken, file.name);
    taken += placeholder;
    images.set(placeholder, file);
    return placeholder.slice(2, -3);
  });
  const tree = toMdast(fromDom(body));
  const blocks = 'children' in tree ? tree.children : [];
  const isInline = blocks.length === 1 && blocks[0]?.type === 'paragraph';
  return { markdown: toMarkdown(tree, options).trim(), isInline, images };
}
