import { zip } from './zip.js';

/* Files with text in the formats of office programs, as small as their readers allow. */

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const contentTypes = (type: string) => `<Types><Override ContentType="${OFFICE}.${type}.main+xml"/></Types>`;
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A PDF with these pages, each of these lines. @param trailer is added to the trailer, for example /Encrypt */
export function createPdf(pages: readonly (readonly string[])[], trailer = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_page, i) => `${4 + 2 * i} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((lines, i) => {
      const shown = lines.map((line) => `(${line.replace(/[()\\]/g, String.raw`\$&`)}) Tj 0 -14 Td`).join(' ');
      const content = `BT /F1 12 Tf 72 700 Td ${shown} ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * i} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  return joinPdf(objects, trailer);
}

/** A PDF of these objects, numbered from 1; the first one is the catalogue. */
export function joinPdf(objects: readonly string[], trailer = ''): Buffer {
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, object] of objects.entries()) {
    offsets.push(length);
    const part = `${i + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`,
    `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** A text of Word with these paragraphs. @param document the XML instead */
export const createDocx = (paragraphs: readonly string[], document?: string | Buffer): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'word/document.xml':
      document ??
      `<w:document ${WORD}><w:body>${paragraphs
        .map((text) => `<w:p><w:r>${text.startsWith('<') ? text : `<w:t>${escape(text)}</w:t>`}</w:r></w:p>`)
        .join('')}</w:body></w:document>`,
  });

/** A presentation with these slides; they are stored in the opposite order. */
export const createPptx = (slides: readonly string[]): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': contentTypes('presentationml.presentation'),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" ${RELATIONS}><p:sldIdLst>${slides
      .map((_text, i) => `<p:sldId id="${256 + i}" r:id="rId${i}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="r">${slides
      .map((_text, i) => `<Relationship Id="rId${i}" Target="slides/slide${slides.length - i}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map((text, i) => [
        `ppt/slides/slide${slides.length - i}.xml`,
        `<p:sld xmlns:p="p" ${DRAWING}><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  });

/** A workbook with these sheets of rows; texts are shared strings. @param strings the table of them instead */
export function createXlsx(sheets: readonly (readonly (string | number)[])[][], strings?: string): Promise<Buffer> {
  const shared = sheets.flat(2).filter((cell) => typeof cell === 'string');
  const toCell = (cell: string | number) =>
    typeof cell === 'string' ? `<c t="s"><v>${shared.indexOf(cell)}</v></c>` : `<c><v>${cell}</v></c>`;
  return zip({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    'xl/workbook.xml': `<workbook xmlns="x" ${RELATIONS}><sheets>${sheets
      .map((_sheet, i) => `<sheet name="Sheet ${i}" r:id="rId${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="r">${sheets
      .map((_sheet, i) => `<Relationship Id="rId${i}" Target="/xl/worksheets/sheet${i}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/sharedStrings.xml':
      strings ?? `<sst xmlns="x">${shared.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map((rows, i) => [
        `xl/worksheets/sheet${i}.xml`,
        `<worksheet xmlns="x"><sheetData>${rows
          .map((row) => `<row>${row.map(toCell).join('')}</row>`)
          .join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A text of LibreOffice with these paragraphs, which may contain XML. */
export const createOdt = (paragraphs: readonly string[]): Promise<Buffer> =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>${paragraphs
      .map((text) => `<text:p>${text}</text:p>`)
      .join('')}</office:text></office:body></office:document-content>`,
  });
