import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';

export const PLAIN_TEXT = 'text/plain; charset=utf-8';
export const UNKNOWN_TYPE = 'application/octet-stream';

/** Types that browsers may run as a page, and their like. */
const PAGE_TYPE = /xml|html|svg|javascript|ecmascript/i;

/**
 * Detects the media type of a file from its bytes alone: neither the name nor the type that a client sends is trusted.
 * What a browser could run as a page is plain text like any other valid UTF-8.
 * @returns application/octet-stream for what is neither known nor text
 */
export async function detectAttachmentType(path: string): Promise<string> {
  // A damaged file may be none of the types that its first bytes promise.
  const detected = await fileTypeFromFile(path).catch(() => undefined);
  const known = detected?.mime.replace(/;.*/, '');
  // The types of office programs contain "xml".
  if (known && (known.startsWith('application/vnd.') || !PAGE_TYPE.test(known))) return known;
  return (await isPlainText(path)) ? PLAIN_TEXT : UNKNOWN_TYPE;
}

/** Whether the whole file is valid UTF-8 without null characters, and not empty. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isEmpty = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
      isEmpty = false;
    }
    decoder.decode();
    return !isEmpty;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
