import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { END, EntryLog, parseEntryName } from '../../src/platform/backup/archive-format.js';
import type { ArchiveFile } from '../../src/platform/backup/archive-input.js';

export interface TestEntry {
  name: string;
  content: Buffer;
  type?: Header['type'];
  linkname?: string;
}

/** The entries of an archive. */
export async function unpack(archive: Buffer): Promise<TestEntry[]> {
  const entries: TestEntry[] = [];
  const tar = extract();
  const content = await buffer(Readable.from([archive]).pipe(createZstdDecompress()));
  setImmediate(() => tar.end(content));
  for await (const entry of tar) {
    const pieces: Buffer[] = [];
    for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece);
    entries.push({ name: entry.header.name, content: Buffer.concat(pieces) });
  }
  return entries;
}

/** An archive of these entries as they are. */
export async function packEntries(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack();
  const packed = buffer(Readable.from(tar));
  for (const { name, content, type = 'file', linkname } of entries) {
    const size = type === 'file' ? content.length : 0;
    await new Promise<void>((resolve, reject) => {
      const header = { name, size, type, ...(linkname && { linkname }) };
      tar.entry(header, content.subarray(0, size), (error) => (error ? reject(error) : resolve()));
    });
  }
  tar.finalize();
  return zstdCompressSync(await packed);
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Like {@link packEntries}, with an end that matches the entries, as a forger would write it. */
export async function forge(entries: readonly TestEntry[], changes: object = {}): Promise<Buffer> {
  const log = new EntryLog();
  const files = { count: 0, bytes: 0 };
  const rows: Record<string, number> = {};
  for (const { name, content } of entries.filter((entry) => entry.name !== END)) {
    log.add(name, content.length, hash(content));
    const parsed = parseEntryName(name);
    if (parsed?.kind === 'manifest')
      for (const table of (JSON.parse(content.toString()) as { tables?: { name: string }[] }).tables ?? [])
        rows[table.name] = 0;
    if (parsed?.kind === 'chunk')
      rows[parsed.table] = (rows[parsed.table] ?? 0) + content.toString('latin1').split('\n').length - 1;
    if (parsed?.kind !== 'file') continue;
    files.count++;
    files.bytes += content.length;
  }
  const end = { entries: log.totals, sha256: log.digest(), rows, files, missing: { count: 0, sha256: [] }, ...changes };
  const others = entries.filter(({ name }) => name !== END);
  return packEntries([...others, { name: END, content: Buffer.from(JSON.stringify(end)) }]);
}

/** Changes the manifest of a list of entries. */
export function withManifest(entries: readonly TestEntry[], changes: object): TestEntry[] {
  return entries.map((entry) =>
    entry.name === 'manifest.json'
      ? { ...entry, content: Buffer.from(JSON.stringify({ ...JSON.parse(entry.content.toString()), ...changes })) }
      : entry,
  );
}

export const archiveOf = (content: Buffer): ArchiveFile => ({
  size: content.length,
  open: () => Promise.resolve(Readable.from([content], { objectMode: false })),
});

export const chunkOf = (table: string, number: number, content: Buffer): TestEntry => ({
  name: `tables/${table}/${String(number).padStart(6, '0')}-${hash(content)}`,
  content,
});
export const fileOf = (content: Buffer): TestEntry => ({ name: `files/${hash(content)}`, content });
