interface PdfExtras {
  /** entries of the catalog */
  catalog?: string;
  /** annotations of each page */
  annotations?: string;
  /** entries of the trailer */
  trailer?: string;
}

/** A PDF with one page for each of the texts, which are ASCII without parentheses. */
export function createPdf(pages: readonly string[], extras: PdfExtras = {}): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extras.catalog ?? ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_text, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [i, text] of pages.entries()) {
    const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${5 + 2 * i} 0 R ` +
        `/Annots [${extras.annotations ?? ''}] >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let pdf = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(pdf.length);
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const fields = `/Size ${objects.length + 1} /Root 1 0 R ${extras.trailer ?? ''}`;
  const trailer = `trailer\n<< ${fields} >>\nstartxref\n${pdf.length}\n%%EOF`;
  return Buffer.from(`${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

const script = '<< /S /JavaScript /JS (app.alert\\("run"\\); window.hacked = 1) >>';
const annotation = (fields: string) => `<< /Type /Annot /Rect [72 500 400 540] /Border [0 0 1] ${fields} >>`;

/** With scripts that run when it is opened, read, clicked or filled in, and links to pages and to a script. */
export const createActivePdf = (): Buffer =>
  createPdf(['Active content'], {
    catalog: `/OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >>`,
    annotations: [
      annotation('/Subtype /Link /A << /S /URI /URI (https://example.org/page) >>'),
      annotation('/Subtype /Link /A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
      annotation(`/Subtype /Link /A ${script}`),
      annotation(`/Subtype /Widget /FT /Tx /T (name) /V (typed) /A ${script} /AA << /K ${script} >>`),
    ].join(' '),
  });

/** Asks for a password. */
export const createEncryptedPdf = (): Buffer => {
  const key = `<${'5a'.repeat(32)}>`;
  const id = `<${'0f'.repeat(16)}>`;
  return createPdf(['Secret'], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [${id} ${id}]`,
  });
};
