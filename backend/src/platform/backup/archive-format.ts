import { createHash, hash as hashOnce, type Hash } from 'node:crypto';
import { z } from 'zod';

/**
 * An archive is a tar file compressed with zstd: the manifest, the rows of each table in the text format of COPY in
 * numbered chunks, the stored files in the order of their hashes, and the end, which proves that all of it is there.
 * The name of each chunk and file contains the SHA-256 of its content.
 */
export const FORMAT = 'knowledge-hub-backup';
export const FORMAT_VERSION = 1;
export const FILE_EXTENSION = '.tar.zst';

export const MANIFEST = 'manifest.json';
export const END = 'end.json';
export const CHUNK_BYTES = 4 * 1024 ** 2;
/** The limit of the manifest and the end, which are read into memory. */
export const JSON_MAX_BYTES = 4 * 1024 ** 2;
/** How many lost files the end names. */
export const MISSING_MAX = 1000;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.number().int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const totals = z.strictObject({ count, bytes: count });

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  hub_version: z.string().max(100),
  created_at: z.iso.datetime(),
  /** the schema: the migrations that had run, in their order */
  migrations: z.array(z.string().regex(/^Migration\d{14}_\w{1,100}$/)).min(1),
  /** the columns are those that COPY writes, without generated ones */
  tables: z.array(z.strictObject({ name: identifier, columns: z.array(identifier).min(1) })),
  sequences: z.array(
    z.strictObject({ name: identifier, value: z.string().regex(/^-?\d{1,19}$/), is_called: z.boolean() }),
  ),
  /** at most so many files and bytes: a content that was still being uploaded is not in the archive */
  files: totals,
});

export const endSchema = z.strictObject({
  /** all before the end, with their bytes */
  entries: totals,
  /** of one line per entry before the end, see {@link EntryLog} */
  sha256: hash,
  rows: z.record(identifier, count),
  files: totals,
  /** content that the storage of the hub had lost although something refers to it; the first ones by name */
  missing: z.strictObject({ count, sha256: z.array(hash).max(MISSING_MAX) }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableColumns = Manifest['tables'][number];
export type SequenceState = Manifest['sequences'][number];
export type ArchiveEnd = z.infer<typeof endSchema>;

export const chunkName = (table: string, number: number, sha256: string) =>
  `tables/${table}/${String(number).padStart(6, '0')}-${sha256}`;
export const fileName = (sha256: string) => `files/${sha256}`;

export type EntryName =
  | { kind: 'manifest' }
  | { kind: 'end' }
  | { kind: 'chunk'; table: string; number: number; sha256: string }
  | { kind: 'file'; sha256: string };

/** Undefined for every name that the writer does not produce, such as paths out of the archive. */
export function parseEntryName(name: string): EntryName | undefined {
  if (name === MANIFEST) return { kind: 'manifest' };
  if (name === END) return { kind: 'end' };
  const file = /^files\/([0-9a-f]{64})$/.exec(name);
  if (file?.[1]) return { kind: 'file', sha256: file[1] };
  const chunk = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{6})-([0-9a-f]{64})$/.exec(name);
  if (!chunk?.[1] || !chunk[3]) return undefined;
  return { kind: 'chunk', table: chunk[1], number: Number(chunk[2]), sha256: chunk[3] };
}

/** Counts the entries of an archive and hashes their names, sizes and hashes in order. */
export class EntryLog {
  private readonly hash: Hash = createHash('sha256');
  private count = 0;
  private bytes = 0;

  add(name: string, size: number, sha256: string): void {
    this.count++;
    this.bytes += size;
    this.hash.update(`${name} ${size} ${sha256}\n`);
  }

  get totals(): { count: number; bytes: number } {
    return { count: this.count, bytes: this.bytes };
  }

  /** Of all entries so far. */
  digest(): string {
    return this.hash.copy().digest('hex');
  }
}

/** Counts the rows of COPY's text format: a line feed within a value is escaped. */
export function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines++;
  return lines;
}

const LINE_FEED = 10;

/** Counts and hashes rows in the text format of COPY, whatever their order and wherever the pieces are cut. */
export class RowDigest {
  private rows = 0;
  private sum = 0n;
  private rest: Buffer[] = [];

  add(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
      this.addRow(piece.subarray(from, end));
      from = end + 1;
    }
    // Copied: the piece may be large, and its end short.
    if (from < piece.length) this.rest.push(Buffer.from(piece.subarray(from)));
  }

  private addRow(end: Buffer): void {
    const row = this.rest.length ? Buffer.concat([...this.rest, end]) : end;
    this.rest = [];
    this.rows++;
    this.sum = BigInt.asUintN(128, this.sum + BigInt(`0x${hashOnce('sha256', row, 'hex').slice(0, 32)}`));
  }

  toString(): string {
    return `${this.rows}:${this.sum.toString(16)}`;
  }
}
