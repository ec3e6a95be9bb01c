import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDocx, createOdt, createPdf, createPptx, createXlsx } from '../../../test/support/office-files.js';
import { type ExtractedText, getTextFormat, MAX_CHARACTERS, type TextFormat } from './extraction.js';
import { readDocx, readOdt, readPptx, readXlsx } from './formats/office.js';
import { readPdf } from './formats/pdf.js';
import { readPlainText } from './formats/plain-text.js';
import { PageCollector } from './page-collector.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-extraction-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Reader = (path: string, pages: PageCollector) => Promise<ExtractedText>;

async function read(reader: Reader, bytes: Buffer | string | Promise<Buffer>): Promise<ExtractedText['pages']> {
  const path = join(folder, 'file');
  await writeFile(path, await bytes);
  const { pages, isCut } = await reader(path, new PageCollector());
  expect(isCut).toBe(false);
  return pages;
}

describe('reads the text of', () => {
  test('a PDF by its pages, without empty ones', async () => {
    const pdf = createPdf([['First page', 'in two lines'], [], ['Third (page)']]);
    expect(await read(readPdf, pdf)).toEqual([
      { page: 1, text: 'First page\nin two lines' },
      { page: 3, text: 'Third (page)' },
    ]);
  });

  test('Word, with tabs, line breaks, and pages as Word has ended them', async () => {
    const rendered = '<w:lastRenderedPageBreak/>';
    const docx = createDocx([
      'Holidays & days off',
      '<w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t>',
      `${rendered}<w:t>second page</w:t>`,
      '<w:br w:type="page"/>',
      `${rendered}<w:t>third page</w:t><w:delText>deleted</w:delText>`,
    ]);
    expect(await read(readDocx, docx)).toEqual([
      { page: 1, text: 'Holidays & days off\none\ttwo\nthree' },
      { page: 2, text: 'second page' },
      { page: 3, text: 'third page' },
    ]);
  });

  test('Word without pages', async () => {
    expect(await read(readDocx, createDocx(['one', 'two']))).toEqual([{ page: null, text: 'one\ntwo' }]);
  });

  test('PowerPoint by its slides, in the order of the presentation', async () => {
    expect(await read(readPptx, createPptx(['Welcome', 'Goals']))).toEqual([
      { page: 1, text: 'Welcome' },
      { page: 2, text: 'Goals' },
    ]);
  });

  test('Excel by its sheets: texts and numbers', async () => {
    const xlsx = createXlsx([[['Invoice', 4711]], [['Berlin'], ['Invoice', 0.5]]]);
    expect(await read(readXlsx, xlsx)).toEqual([
      { page: 1, text: 'Invoice\t4711' },
      { page: 2, text: 'Berlin\t\nInvoice\t0.5' },
    ]);
  });

  test('LibreOffice, with spaces and pages', async () => {
    const odt = createOdt(['one<text:s/>two <text:span>three</text:span>', '<text:soft-page-break/>second page']);
    expect(await read(readOdt, odt)).toEqual([
      { page: 1, text: 'one two three' },
      { page: 2, text: 'second page' },
    ]);
  });

  test.each([
    ['UTF-8', Buffer.from('Grüße\n')],
    ['UTF-16', Buffer.from('\u{feff}Grüße\n', 'utf16le')],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
  ])('text in %s', async (_encoding, bytes) => {
    expect(await read(readPlainText, bytes)).toEqual([{ page: null, text: 'Grüße' }]);
  });
});

test('leaves out control characters and lone surrogates, which the database refuses', async () => {
  expect(await read(readPlainText, 'a\u{1}b\tc')).toEqual([{ page: null, text: 'a b\tc' }]);
});

test('ends with the limit for characters', async () => {
  const path = join(folder, 'long');
  await writeFile(path, 'ä'.repeat(MAX_CHARACTERS + 1));
  const { pages, isCut } = await readPlainText(path, new PageCollector());
  expect([pages[0]?.text.length, isCut]).toEqual([MAX_CHARACTERS, true]);
});

describe('the format of a file', () => {
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  test.each<[name: string, mediaType: string, TextFormat | undefined]>([
    ['a.pdf', 'application/pdf', 'pdf'],
    ['without ending', 'application/pdf', 'pdf'],
    ['a.bin', office, 'docx'],
    ['notes.md', 'text/plain; charset=utf-8', 'text'],
    ['old.csv', 'application/octet-stream', 'text'],
    ['encrypted.DOCX', 'application/x-cfb', 'docx'],
    ['a.odt', 'application/zip', 'odt'],
    ['a.pdf', 'image/png', undefined],
    ['a.zip', 'application/zip', undefined],
    ['setup.exe', 'application/octet-stream', undefined],
  ])('%s of the type %s is %s', (name, media_type, format) => {
    expect(getTextFormat({ name, media_type })).toBe(format);
  });
});
