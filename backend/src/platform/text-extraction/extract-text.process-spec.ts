import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { extractionProcesses, readProcessFile } from '../../../test/support/child-processes.js';
import { measureLongestBlock } from '../../../test/support/event-loop.js';
import { createDocx, createPdf, createXlsx, joinPdf } from '../../../test/support/office-files.js';
import { extractText } from './extract-text.js';
import {
  type ExtractedText,
  ExtractionError,
  MAX_CHARACTERS,
  MAX_FILE_BYTES,
  MAX_PAGES,
  type TextFormat,
} from './extraction.js';

/* Files that are made to harm their reader: each ends with a reason or a part of its text, within limits of memory. */

jest.setTimeout(120_000);

const MAX_MEMORY_MB = 300;
/** The text of a file arrives as one message. */
const MAX_BLOCK_MS = 100;
const MB = 1024 ** 2;

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-hostile-'));
  path = join(folder, 'file');
});
afterAll(() => rm(folder, { recursive: true }));

/** The peak of the processes that read files, in MB. */
function watchMemory(): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of extractionProcesses()) {
      const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readProcessFile(pid, 'status')) ?? [];
      peak = Math.max(peak, Number(kilobytes) / 1024);
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Reads a file. @returns why it is not read, or its text */
async function read(format: TextFormat, bytes: Buffer | string): Promise<ExtractedText | string> {
  await writeFile(path, bytes);
  const stop = watchMemory();
  let result: ExtractedText | string = '';
  const block = await measureLongestBlock(async () => {
    result = await extractText(path, format).catch((error: unknown) => {
      if (error instanceof ExtractionError) return error.code;
      throw error;
    });
  });
  const peak = stop();
  expect(peak).toBeLessThan(MAX_MEMORY_MB);
  expect(block).toBeLessThan(MAX_BLOCK_MS);
  expect(extractionProcesses()).toEqual([]);
  return result;
}

const stream = (content: string | Buffer) => {
  const packed = deflateSync(content).toString('latin1');
  return `<</Length ${packed.length}/Filter/FlateDecode>>stream\n${packed}\nendstream`;
};
const onePage = (content: string) =>
  joinPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
    content,
  ]);

/** The archive with another size of an unpacked file in its headers. */
function withSize(archive: Buffer, from: number, to: number): Buffer {
  const [real, claimed] = [Buffer.alloc(4), Buffer.alloc(4)];
  real.writeUInt32LE(from);
  claimed.writeUInt32LE(to);
  return Buffer.from(
    archive.toString('latin1').replaceAll(real.toString('latin1'), claimed.toString('latin1')),
    'latin1',
  );
}

/** A ZIP that lists so many files, and has none of them. */
function createDirectory(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, i) => {
    const name = Buffer.from(`word/${String(i).padStart(8, '0')}.xml`);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50);
    header.writeUInt16LE(name.length, 28);
    return Buffer.concat([header, name]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([directory, end]);
}

describe('PDFs', () => {
  test('with a password', async () => {
    const secret = `<${'5a'.repeat(32)}>`;
    const id = '<00112233445566778899aabbccddeeff>';
    const trailer = `/Encrypt<</Filter/Standard/V 1/R 2/O${secret}/U${secret}/P -4>>/ID[${id}${id}]`;
    expect(await read('pdf', createPdf([['secret']], trailer))).toBe('encrypted');
  });

  test('of 1 GB are not read', async () => {
    const file = await open(path, 'w');
    await file.truncate(1024 * MB);
    await file.close();
    await expect(extractText(path, 'pdf')).rejects.toMatchObject({ code: 'too_large' });
    await expect(extractText(path, 'docx')).rejects.toMatchObject({ code: 'too_large' });
  });

  test('as large as is allowed', async () => {
    const pdf = createPdf([['The first words.']]);
    const filled = Buffer.concat([pdf, Buffer.alloc(MAX_FILE_BYTES - pdf.length, '\n')]);
    expect(await read('pdf', filled)).toEqual({ pages: [{ page: 1, text: 'The first words.' }], isCut: false });
  });

  test('of 10,000 pages', async () => {
    const result = await read('pdf', createPdf(Array.from({ length: 10_000 }, (_, i) => [`Page ${i + 1}`])));
    expect(result).toMatchObject({ isCut: true });
    expect((result as ExtractedText).pages.at(-1)).toEqual({ page: MAX_PAGES, text: `Page ${MAX_PAGES}` });
  });

  test('of a page that unpacks to 400 MB of nothing', async () => {
    expect(await read('pdf', onePage(stream(Buffer.alloc(400 * MB, ' '))))).toBe('too_much_memory');
  });

  test('of a page with 20 million characters', async () => {
    const text = `BT /F1 12 Tf ${`1 0 0 1 9 99 Tm (${'word '.repeat(200)}) Tj `.repeat(20_000)} ET`;
    const result = await read('pdf', onePage(stream(text)));
    expect((result as ExtractedText).pages[0]?.text).toHaveLength(MAX_CHARACTERS);
    expect(result).toMatchObject({ isCut: true });
  });

  test('whose pages contain each other', async () => {
    const circle = joinPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1000000/Kids[2 0 R 2 0 R]>>']);
    expect(await read('pdf', circle)).toMatchObject({ pages: [] });
  });

  test('with deep structures', async () => {
    expect(await read('pdf', onePage(stream('['.repeat(5_000_000))))).toMatchObject({ pages: [] });
  });
});

describe('office files', () => {
  const WORD = '<w:document xmlns:w="w"><w:body><w:p>';
  const withEntities = (entities: string, text: string) =>
    `<!DOCTYPE x [${entities}]>${WORD}<w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;

  test('that unpack to much more than their size', async () => {
    expect(await read('docx', await createDocx([], Buffer.alloc(200 * MB)))).toBe('unpacks_too_large');
  });

  test('that do so in spite of the size that they name', async () => {
    const bomb = await createDocx([], Buffer.alloc(200 * MB, ' '));
    expect(await read('docx', withSize(bomb, 200 * MB, 1000))).toBe('damaged');
  });

  test('with one word of 60 MB', async () => {
    const document = `${WORD}<w:r><w:t>${'a'.repeat(60 * MB)}</w:t></w:r></w:p></w:body></w:document>`;
    const result = await read('docx', await createDocx([], document));
    expect((result as ExtractedText).pages[0]?.text).toHaveLength(MAX_CHARACTERS);
  });

  test('whose entities would expand to gigabytes', async () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
    const document = withEntities(`<!ENTITY e0 "lol">${entities}`, '&e10;');
    expect(await read('docx', await createDocx([], document))).toBe('damaged');
  });

  test('that name a file of the server as an entity', async () => {
    const document = withEntities('<!ENTITY e SYSTEM "file:///etc/passwd">', '&e;');
    expect(await read('docx', await createDocx([], document))).toBe('damaged');
  });

  test('with a million nested elements', async () => {
    expect(await read('docx', await createDocx([], WORD + '<w:p>'.repeat(1_000_000)))).toBe('damaged');
  });

  test('with an element of a million attributes', async () => {
    const attributes = Array.from({ length: 1_000_000 }, (_, i) => `a${i}="${i}"`).join(' ');
    expect(await read('docx', await createDocx([], `<x ${attributes}>`))).toMatch(/damaged|memory/);
  });

  test('with 30,000 files', async () => {
    expect(await read('docx', createDirectory(30_000))).toBe('unpacks_too_large');
  });

  test('a workbook with a table of four million texts', async () => {
    const strings = `<sst xmlns="x">${'<si><t>abc</t></si>'.repeat(3_000_000)}</sst>`;
    const result = await read('xlsx', await createXlsx([[['one', 'two']]], strings));
    expect((result as ExtractedText).pages).toEqual([{ page: 1, text: 'abc\tabc' }]);
  });
});

test.each<TextFormat>(['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'text'])('a %s of other bytes', async (format) => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * i * 31) % 256));
  expect(await read(format, bytes)).toBe('damaged');
});

test('a file whose end is missing', async () => {
  const docx = await createDocx(['Some words']);
  expect(await read('docx', docx.subarray(0, docx.length - 30))).toBe('damaged');
});

test('a file that takes long keeps what has been read, and is given up in the end', async () => {
  await writeFile(path, createPdf(Array.from({ length: 2000 }, (_, i) => [`Page ${i + 1}`])));
  expect(await extractText(path, 'pdf', { readMs: 1 })).toMatchObject({ isCut: true });
  await expect(extractText(path, 'pdf', { killMs: 50 })).rejects.toMatchObject({ code: 'too_slow' });
});
