import { open } from 'node:fs/promises';
import { decodeText } from '../decode-text.js';
import { ExtractionError, type ExtractedText, MAX_CHARACTERS } from '../extraction.js';
import type { PageCollector } from '../page-collector.js';

/** A character takes at most four bytes. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

/** Reads a text file in any of the encodings that {@link decodeText} knows. */
export async function readPlainText(path: string, pages: PageCollector): Promise<ExtractedText> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES + 2), 0, MAX_BYTES + 2, 0);
    const { text } = decodeText(buffer.subarray(0, bytesRead));
    if (text.includes('\0')) throw new ExtractionError('damaged');
    pages.add(text);
  } finally {
    await file.close();
  }
  return pages.finish(false);
}
