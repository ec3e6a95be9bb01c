/**
 * The process that reads files of users, away from the server: it has no configuration, no connections and no secrets.
 * It does one task and exits; {@link extractText} limits its memory and time.
 */
import { serveTask } from '../child-processes/child-task.js';
import { ExtractionError, type ExtractedText, type TextFormat } from './extraction.js';
import { readDocx, readOdt, readPptx, readXlsx } from './formats/office.js';
import { readPdf } from './formats/pdf.js';
import { readPlainText } from './formats/plain-text.js';
import { PageCollector } from './page-collector.js';

export interface ExtractionTask {
  path: string;
  format: TextFormat;
  /** how long the file is read; what it has read by then is the result */
  milliseconds: number;
}

const readers: Record<TextFormat, (path: string, pages: PageCollector) => Promise<ExtractedText>> = {
  pdf: readPdf,
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
  odt: readOdt,
  text: readPlainText,
};

serveTask<ExtractionTask>(
  ({ path, format, milliseconds }) => readers[format](path, new PageCollector(Date.now() + milliseconds)),
  (error) => (error instanceof ExtractionError ? error.code : undefined),
);
