import type { ExtractedText } from '../extraction.js';
import { MAX_CHARACTERS } from '../extraction.js';
import type { PageCollector } from '../page-collector.js';
import { ZipParts } from './zip-parts.js';

/** Reads a text of Word. Pages end where Word has ended them when it saved the file, and at breaks of the author. */
export async function readDocx(path: string, pages: PageCollector): Promise<ExtractedText> {
  const zip = await ZipParts.open(path);
  let hasPages = false;
  let isText = false;
  // Both kinds of breaks may stand for one.
  const breakPage = () => {
    hasPages = true;
    if (!pages.isPageEmpty) pages.endPage();
  };
  await zip.read('word/document.xml', {
    onOpen: ({ name, get }) => {
      isText = name === 't';
      if (name === 'tab') pages.add('\t');
      else if (name === 'lastRenderedPageBreak') breakPage();
      else if (name === 'br') {
        if (get('w:type') === 'page') breakPage();
        else pages.add('\n');
      }
    },
    onText: (text) => isText && pages.add(text),
    onClose: (name) => {
      isText = false;
      if (name === 'p') pages.add('\n');
    },
    isDone: () => pages.isFull,
  });
  return pages.finish(hasPages);
}

/** Reads a text of LibreOffice. Pages end where the program has ended them when it saved the file. */
export async function readOdt(path: string, pages: PageCollector): Promise<ExtractedText> {
  const zip = await ZipParts.open(path);
  let hasPages = false;
  let paragraphs = 0;
  await zip.read('content.xml', {
    onOpen: ({ name }) => {
      if (isParagraph(name)) paragraphs++;
      else if (name === 's') pages.add(' ');
      else if (name === 'tab') pages.add('\t');
      else if (name === 'line-break') pages.add('\n');
      else if (name === 'soft-page-break') {
        hasPages = true;
        pages.endPage();
      }
    },
    onText: (text) => paragraphs > 0 && pages.add(text),
    onClose: (name) => {
      if (!isParagraph(name)) return;
      paragraphs--;
      pages.add('\n');
    },
    isDone: () => pages.isFull,
  });
  return pages.finish(hasPages);
}

const isParagraph = (name: string): boolean => name === 'p' || name === 'h';

/** Reads the slides of a presentation of PowerPoint, in their order. */
export async function readPptx(path: string, pages: PageCollector): Promise<ExtractedText> {
  const zip = await ZipParts.open(path);
  for (const slide of await zip.listRelated('ppt', 'presentation.xml', 'sldId')) {
    if (pages.isFull) break;
    let isText = false;
    await zip.read(slide, {
      onOpen: ({ name }) => {
        isText = name === 't';
        if (name === 'br') pages.add('\n');
      },
      onText: (text) => isText && pages.add(text),
      onClose: (name) => {
        isText = false;
        if (name === 'p') pages.add('\n');
      },
      isDone: () => pages.isFull,
    });
    pages.endPage();
  }
  return pages.finish(true);
}

/** Reads the cells of a workbook of Excel, its sheets in their order: texts, numbers and results of formulas. */
export async function readXlsx(path: string, pages: PageCollector): Promise<ExtractedText> {
  const zip = await ZipParts.open(path);
  const shared = zip.has('xl/sharedStrings.xml') ? await readSharedStrings(zip) : [];
  for (const sheet of await zip.listRelated('xl', 'workbook.xml', 'sheet')) {
    if (pages.isFull) break;
    await readSheet(zip, sheet, { shared, pages });
    pages.endPage();
  }
  return pages.finish(true);
}

async function readSheet(
  zip: ZipParts,
  sheet: string,
  { shared, pages }: { shared: readonly string[]; pages: PageCollector },
): Promise<void> {
  let type: string | undefined;
  let isValue = false;
  await zip.read(sheet, {
    onOpen: ({ name, get }) => {
      if (name === 'c') type = get('t');
      isValue = name === 'v' || name === 't';
    },
    onText: (text) => {
      if (isValue) pages.add(`${type === 's' ? (shared[Number(text)] ?? '') : text}\t`);
    },
    onClose: (name) => {
      isValue = false;
      if (name === 'row') pages.add('\n');
    },
    isDone: () => pages.isFull,
  });
}

/** The texts that cells name by number, as many as the limit for characters allows. */
async function readSharedStrings(zip: ZipParts): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let current = '';
  let isText = false;
  await zip.read('xl/sharedStrings.xml', {
    onOpen: ({ name }) => {
      isText = name === 't';
      if (name === 'si') current = '';
    },
    onText: (text) => {
      if (isText) current += text;
    },
    onClose: (name) => {
      isText = false;
      if (name !== 'si') return;
      strings.push(current);
      characters += current.length;
    },
    isDone: () => characters > MAX_CHARACTERS,
  });
  return strings;
}
