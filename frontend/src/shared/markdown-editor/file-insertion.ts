import { markdownEditor as text } from '../../messages/markdown-editor';

/** An image without an address, whose description ends with an ellipsis; other files have the same. */
const PLACEHOLDER = /!\[[^\]\n]+…\]\(\)\n?/g;

/** What texts show as images; the server takes these only. */
const IMAGE_TYPE = /^image\/(?:jpeg|png|gif|webp|avif|hei[cf])$/;

/** Whether a text shows the file as an image; it links to all others. */
export const isTextImage = ({ type }: File): boolean => IMAGE_TYPE.test(type);

/** Brackets and line breaks would end the image description early. */
export const sanitizeName = (name: string): string => name.replace(/[[\]\\\n\r()]/g, ' ').trim();

/** The name of a file as the words of a link: signs of Markdown stay signs. */
export const escapeName = (name: string): string => sanitizeName(name).replace(/[`*_<>~&$]/g, '\\$&');

/** The place of a file in a text until it is uploaded, unique in the text. */
export function createPlaceholder(content: string, fileName: string): string {
  const name = sanitizeName(fileName);
  for (let number = 1; ; number++) {
    const placeholder = `![${text.uploading(number === 1 ? name : `${name} (${number})`)}]()`;
    if (!content.includes(placeholder)) return placeholder;
  }
}

/** The error of a text whose files are still uploading, or null. */
export const checkUploads = (content: string): string | null =>
  content.search(PLACEHOLDER) < 0 ? null : text.uploadsPending;

/** A stored draft has no placeholders: an upload does not survive a reload. */
export const removePlaceholders = (content: string): string => content.replace(PLACEHOLDER, '');

/** The pasted or dropped files; a folder is none. */
export const getFiles = (data: DataTransfer | null): File[] =>
  [...(data?.items ?? [])].flatMap((item) => {
    const isFolder = item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory;
    return isFolder ? [] : (item.getAsFile() ?? []);
  });

/** Office programs add an image of the copied text to the clipboard; the text takes precedence. */
export const getPastedFiles = (data: DataTransfer | null): File[] =>
  data?.getData('text/plain') ? [] : getFiles(data);
