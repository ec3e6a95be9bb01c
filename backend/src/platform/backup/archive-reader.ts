import { createHash } from 'node:crypto';
import type { Header } from 'tar-stream';
import {
  type ArchiveEnd,
  CHUNK_BYTES,
  countLines,
  endSchema,
  EntryLog,
  type EntryName,
  FORMAT_VERSION,
  JSON_MAX_BYTES,
  type Manifest,
  manifestSchema,
  parseEntryName,
} from './archive-format.js';
import { ArchiveError, type ArchiveFile, ArchiveInput, type ReadOptions } from './archive-input.js';

/** Limits for the content of an archive, so that it cannot fill memory or storage. */
export interface ArchiveLimits {
  /** bytes of all stored files */
  fileBytes: number;
  /** bytes of rows that an archive of any size may have, 1 GB by default */
  rowBytes?: number;
}

/** Gets the content of an archive in its order. Nothing is proven before the end: verify the archive first. */
export interface ArchiveVisitor {
  manifest?(manifest: Manifest): Promise<void>;
  chunk?(table: string, content: Buffer): Promise<void>;
  /** must read all of `content` */
  file?(content: AsyncIterable<Buffer>, expected: { sha256: string; size: number }): Promise<void>;
}

/** An archive whose every byte was compared with its checksums. */
export interface ReadArchive {
  manifest: Manifest;
  end: ArchiveEnd;
  /** of the compressed archive */
  sha256: string;
}

type Entry = AsyncIterable<Buffer> & { header: Header };

/** Texts of rows shrink to a hundredth at best, a table of equal rows further. */
const ROW_RATIO = 500;
const ROW_BYTES = 1024 ** 3;

/**
 * Reads an archive once, in constant memory.
 * @throws ArchiveError at the first thing that the hub would not have written
 */
export async function readArchive(
  file: ArchiveFile,
  limits: ArchiveLimits,
  visitor: ArchiveVisitor = {},
  { signal, onProgress }: ReadOptions = {},
): Promise<ReadArchive> {
  let bytes = 0;
  const input = new ArchiveInput(await file.open(), {
    signal,
    onRead: (length) => onProgress?.((bytes += length) / Math.max(1, file.size)),
  });
  const reader = new ArchiveReader(file.size, limits, visitor);
  try {
    for await (const entry of input.extract) {
      input.countBetween(0);
      await reader.read(entry as unknown as Entry, () => input.countBetween(0));
    }
    await input.finish(file.size);
    return { ...reader.finish(), sha256: input.digest() };
  } catch (error) {
    throw input.toArchiveError(error);
  } finally {
    input.destroy();
  }
}

/** Checks the entries and their order. */
class ArchiveReader {
  private manifest: Manifest | undefined;
  private end: ArchiveEnd | undefined;
  private readonly log = new EntryLog();
  private readonly rows: Record<string, number> = {};
  private table = -1;
  private chunk = 0;
  private tableBytes = 0;
  private readonly files = { count: 0, bytes: 0 };
  private lastFile = '';

  constructor(
    private readonly archiveSize: number,
    private readonly limits: ArchiveLimits,
    private readonly visitor: ArchiveVisitor,
  ) {}

  /** @param onRead is called with each piece of the content that was read */
  async read(entry: Entry, onRead: () => void): Promise<void> {
    const { name, type, size, pax } = entry.header;
    const parsed = type === 'file' ? parseEntryName(name) : undefined;
    if (!parsed || pax)
      throw new ArchiveError(`The archive contains “${printable(name)}”, which is not part of a backup.`);
    if (this.end) throw new ArchiveError('The archive has entries after its end.');
    const content = watch(entry, onRead);
    if (parsed.kind === 'end') return this.readEnd(await readAll(content, size, JSON_MAX_BYTES));
    if (parsed.kind === 'manifest') return this.readManifest(await readAll(content, size, JSON_MAX_BYTES));
    if (!this.manifest) throw new ArchiveError('The archive does not begin with its manifest.');
    if (parsed.kind === 'chunk') await this.readChunk(parsed, this.manifest, content, size);
    else await this.readFile(parsed.sha256, this.manifest, content, size);
    this.log.add(name, size, parsed.sha256);
  }

  finish(): { manifest: Manifest; end: ArchiveEnd } {
    if (!this.manifest || !this.end) throw new ArchiveError('The archive is incomplete: it has no end.');
    return { manifest: this.manifest, end: this.end };
  }

  private async readManifest(content: Buffer): Promise<void> {
    if (this.manifest) throw new ArchiveError('The archive has two manifests.');
    const json = parseJson(content);
    const version = (json as { format_version?: unknown } | null)?.format_version;
    if (typeof version === 'number' && version !== FORMAT_VERSION)
      throw new ArchiveError(
        `The archive has the format ${version}; this version of the hub reads the format ${FORMAT_VERSION}.`,
      );
    const { data: manifest } = manifestSchema.safeParse(json);
    if (!manifest || hasDuplicates(manifest.tables.map(({ name }) => name)))
      throw new ArchiveError('The manifest of the archive is not valid.');
    if (manifest.files.bytes > this.limits.fileBytes)
      throw new ArchiveError(
        `The files of the archive need ${gigabytes(manifest.files.bytes)} GB, and STORAGE_QUOTA_GB allows ` +
          `${gigabytes(this.limits.fileBytes)}.`,
      );
    this.manifest = manifest;
    for (const { name } of manifest.tables) this.rows[name] = 0;
    this.log.add('manifest.json', content.length, hashContent(content));
    await this.visitor.manifest?.(manifest);
  }

  private async readChunk(
    { table, number, sha256 }: Extract<EntryName, { kind: 'chunk' }>,
    { tables }: Manifest,
    entry: AsyncIterable<Buffer>,
    size: number,
  ): Promise<void> {
    const index = tables.findIndex(({ name }) => name === table);
    const expected = index === this.table ? this.chunk + 1 : 1;
    if (index < Math.max(0, this.table) || number !== expected || this.files.count)
      throw new ArchiveError(`The rows of “${table}” are not in order.`);
    this.table = index;
    this.chunk = number;
    this.tableBytes += size;
    if (this.tableBytes > (this.limits.rowBytes ?? ROW_BYTES) + ROW_RATIO * this.archiveSize)
      throw new ArchiveError('The rows of the archive take far more space than a backup of its size contains.');
    const content = await readAll(entry, size, CHUNK_BYTES);
    if (hashContent(content) !== sha256) throw new ArchiveError(`The rows of “${table}” are damaged.`);
    this.rows[table] = (this.rows[table] ?? 0) + countLines(content);
    await this.visitor.chunk?.(table, content);
  }

  private async readFile(
    sha256: string,
    manifest: Manifest,
    entry: AsyncIterable<Buffer>,
    size: number,
  ): Promise<void> {
    if (sha256 <= this.lastFile) throw new ArchiveError('The files of the archive are not in order.');
    this.lastFile = sha256;
    this.files.count++;
    this.files.bytes += size;
    if (this.files.count > manifest.files.count || this.files.bytes > manifest.files.bytes)
      throw new ArchiveError('The archive has more files than its manifest announces.');
    const hash = createHash('sha256');
    const content = hashed(entry, hash);
    if (this.visitor.file) await this.visitor.file(content, { sha256, size });
    else for await (const _piece of content);
    if (hash.digest('hex') !== sha256) throw new ArchiveError(`The file ${sha256} is damaged.`);
  }

  private readEnd(content: Buffer): void {
    const { data: end } = endSchema.safeParse(parseJson(content));
    const { entries, sha256, rows, files } = end ?? {};
    const found = { entries: this.log.totals, sha256: this.log.digest(), rows: this.rows, files: this.files };
    if (!end || !this.manifest || !isEqual({ entries, sha256, rows, files }, found))
      throw new ArchiveError('The end of the archive does not match its content: something was changed or is missing.');
    this.end = end;
  }
}

async function* watch(entry: Entry, onRead: () => void): AsyncGenerator<Buffer> {
  for await (const piece of entry) {
    onRead();
    yield piece;
  }
}

async function* hashed(entry: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const piece of entry) {
    hash.update(piece);
    yield piece;
  }
}

async function readAll(entry: AsyncIterable<Buffer>, size: number, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw new ArchiveError('An entry of the archive is larger than the hub writes them.');
  const pieces: Buffer[] = [];
  for await (const piece of entry) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
}

const hashContent = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const hasDuplicates = (names: readonly string[]) => new Set(names).size !== names.length;
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
/** File names in an archive must not control the terminal. */
const printable = (name: string) => name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 200);
/** The keys are in the order of the tables on both sides. */
const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
