import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type CsvRow = Record<string, unknown> | readonly unknown[];

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * A stream of CSV with a header line. Texts that spreadsheets would run as formulas get an apostrophe, and the byte
 * order mark makes them read it as UTF-8. An error of `rows` destroys the stream.
 */
export function createCsv(columns: readonly string[], rows: Iterable<CsvRow> | AsyncIterable<CsvRow>): Readable {
  const csv = stringify({ bom: true, header: true, columns: [...columns], escape_formulas: true });
  // The stream itself reports the error.
  pipeline(Readable.from(rows), csv, () => undefined);
  return csv;
}

/** A stream of a JSON array, with one row per line. */
export function createJsonArray(rows: AsyncIterable<unknown>): Readable {
  return Readable.from(jsonLines(rows));
}

async function* jsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Streams a file whose name ends with the date; resolves when it was sent or the client has gone. */
export async function sendExport(
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  content: Readable,
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  void reply
    .headers({
      'Content-Type': mediaTypes[format],
      'Content-Disposition': `attachment; filename="${name}-${today}.${format}"`,
      'Cache-Control': 'private, no-store',
    })
    .send(content);
  await once(content, 'close').catch(() => undefined);
}
