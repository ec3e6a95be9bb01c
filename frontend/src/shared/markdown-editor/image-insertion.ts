import { markdownEditor as text } from '../../messages/markdown-editor';

/** An image without an address, whose description ends with an ellipsis. */
const PLACEHOLDER = /!\[[^\]\n]+…\]\(\)\n?/g;

/** Brackets and line breaks would end the image description early. */
export const sanitizeName = (name: string): string => name.replace(/[[\]\\\n\r()]/g, ' ').trim();

/** The place of an image in a text until it is uploaded, unique in the text. */
export function createPlaceholder(content: string, fileName: string): string {
  const name = sanitizeName(fileName);
  for (let number = 1; ; number++) {
    const placeholder = `![${text.uploading(number === 1 ? name : `${name} (${number})`)}]()`;
    if (!content.includes(placeholder)) return placeholder;
  }
}

/** The error of a text whose images are still uploading, or null. */
export const checkUploads = (content: string): string | null =>
  content.search(PLACEHOLDER) < 0 ? null : text.uploadsPending;

/** A stored draft has no placeholders: an upload does not survive a reload. */
export const removePlaceholders = (content: string): string => content.replace(PLACEHOLDER, '');

/** The images among pasted or dropped files. */
export const getImages = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Office programs add an image of the copied text to the clipboard; the text takes precedence. */
export const getPastedImages = (data: DataTransfer | null): File[] =>
  data?.getData('text/plain') ? [] : getImages(data);
