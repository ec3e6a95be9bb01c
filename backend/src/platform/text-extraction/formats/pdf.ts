import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExtractionError, type ExtractedText } from '../extraction.js';
import type { PageCollector } from '../page-collector.js';

/** After so many pages, fonts and other shared parts are dropped from memory. */
const CLEANUP_PAGES = 50;

/** Reads the pages of a PDF. Nothing of it is executed or drawn. */
export async function readPdf(path: string, pages: PageCollector): Promise<ExtractedText> {
  const { getDocument, PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const { buffer, byteOffset, length } = await readFile(path);
  const task = getDocument({
    // The same bytes, since a copy would take as much memory again.
    data: new Uint8Array(buffer, byteOffset, length),
    // Texts in Chinese, Japanese and Korean are in encodings of their own.
    cMapUrl: `${library}/cmaps/`,
    cMapPacked: true,
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  });
  const document = await task.promise.catch((error: unknown) => {
    throw new ExtractionError(error instanceof PasswordException ? 'encrypted' : 'damaged');
  });
  for (let number = 1; number <= document.numPages && !pages.isFull; number++) {
    try {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) pages.add(item.hasEOL ? `${item.str}\n` : item.str);
      page.cleanup();
    } catch {
      // A damaged page leaves the others readable.
    }
    pages.endPage();
    if (number % CLEANUP_PAGES === 0) await document.cleanup();
  }
  return pages.finish(true);
}
