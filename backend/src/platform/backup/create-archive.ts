import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';
import type { Storage } from '../storage/storage.js';
import {
  type ArchiveEnd,
  chunkName,
  countLines,
  END,
  fileName,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  MISSING_MAX,
  type TableColumns,
} from './archive-format.js';
import { ArchiveWriter } from './archive-writer.js';
import type { BackupTables } from './backup-tables.js';
import { DatabaseSnapshot } from './database-snapshot.js';

export interface ArchiveSource {
  databaseUrl: string;
  tables: BackupTables;
  storage: Storage;
  hubVersion: string;
}

export interface CreatedArchive {
  /** of the compressed archive, in bytes */
  size: number;
  sha256: string;
  /** content that the storage had lost */
  missing: number;
}

/**
 * Writes the database and the stored files of one moment into one archive.
 * @param write stores the archive; it must fail when its source does
 * @param onProgress from 0 to 1
 */
export async function createArchive(
  source: ArchiveSource,
  write: (archive: Readable) => Promise<void>,
  onProgress: (progress: number) => void,
): Promise<CreatedArchive> {
  const snapshot = await DatabaseSnapshot.open(source.databaseUrl);
  const writer = new ArchiveWriter();
  try {
    const hash = createHash('sha256');
    let size = 0;
    const measured = new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        size += piece.length;
        done(null, piece);
      },
    });
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    // The last stream reports the error of all.
    pipeline(compress, measured, () => undefined);
    void feed(writer.stream, compress);
    const [filled, written] = await Promise.allSettled([
      new ArchiveContent(source, snapshot, writer, onProgress).write(),
      write(measured),
    ]);
    // When the archive cannot be stored, its content cannot be written either.
    if (written.status === 'rejected' && !(filled.status === 'rejected' && isCause(filled.reason)))
      throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    return { size, sha256: hash.digest('hex'), missing: filled.value.missing.count };
  } finally {
    await snapshot.close();
  }
}

/**
 * Ends the compression after its last piece is done. A pipeline ends it sooner, and zlib then adds an empty frame,
 * which a reader could not distinguish from data after the end.
 */
async function feed(source: Readable, compress: ZstdCompress): Promise<void> {
  try {
    for await (const piece of source as AsyncIterable<Buffer>)
      await new Promise<void>((resolve, reject) =>
        compress.write(piece, (error) => (error ? reject(error) : resolve())),
      );
    compress.end();
  } catch (error) {
    compress.destroy(error as Error);
  }
}

/** Marks an error of the content, which destroyed the archive. */
const causes = new WeakSet<object>();
const isCause = (error: unknown) => typeof error === 'object' && error !== null && causes.has(error);

/** Writes the entries of one archive. */
class ArchiveContent {
  private readonly end: Pick<ArchiveEnd, 'rows' | 'files' | 'missing'> = {
    rows: {},
    files: { count: 0, bytes: 0 },
    missing: { count: 0, sha256: [] },
  };
  private expectedBytes = 0;

  constructor(
    private readonly source: ArchiveSource,
    private readonly snapshot: DatabaseSnapshot,
    private readonly writer: ArchiveWriter,
    private readonly onProgress: (progress: number) => void,
  ) {}

  async write(): Promise<ArchiveEnd> {
    try {
      const tables = await this.writeManifest();
      for (const table of tables) await this.writeTable(table);
      await this.writeFiles();
      const end: ArchiveEnd = { entries: this.writer.totals, sha256: this.writer.digest(), ...this.end };
      await this.writer.addJson(END, end);
      this.writer.finish();
      return end;
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      if (!this.writer.stream.destroyed) causes.add(reason);
      this.writer.destroy(reason);
      throw reason;
    }
  }

  private async writeManifest(): Promise<TableColumns[]> {
    const all = await this.snapshot.listTables();
    const undeclared = all.find(({ name }) => !this.source.tables.isDeclared(name));
    if (undeclared) throw new Error(`The table ${undeclared.name} is not declared for backups.`);
    const kept = all.filter(({ name }) => this.source.tables.isKept(name));
    const tables = kept.map(({ name, columns }) => ({ name, columns }));
    const files = await this.snapshot.countFiles();
    this.expectedBytes = files.bytes + kept.reduce((sum, { bytes }) => sum + bytes, 0);
    await this.writer.addJson(MANIFEST, {
      format: FORMAT,
      format_version: FORMAT_VERSION,
      hub_version: this.source.hubVersion,
      created_at: new Date().toISOString(),
      migrations: await this.snapshot.listMigrations(),
      tables,
      sequences: await this.snapshot.listSequences(),
      files,
    });
    return tables;
  }

  private async writeTable(table: TableColumns): Promise<void> {
    let rows = 0;
    let number = 0;
    for await (const { pieces, size, sha256 } of this.snapshot.copyTable(table)) {
      await this.writer.add({ name: chunkName(table.name, ++number, sha256), size, sha256 }, pieces);
      for (const piece of pieces) rows += countLines(piece);
      this.reportProgress();
    }
    this.end.rows[table.name] = rows;
  }

  private async writeFiles(): Promise<void> {
    const { files, missing } = this.end;
    for await (const { sha256, size, isUsed } of this.snapshot.listFiles()) {
      const content = (await this.source.storage.read(sha256)) as AsyncIterable<Buffer> | undefined;
      if (content) {
        await this.writer.addVerified({ name: fileName(sha256), size, sha256 }, this.reportWhile(content));
        files.count++;
        files.bytes += size;
      } else if (isUsed) {
        // Lost before: a backup with all other files is better than none.
        missing.count++;
        if (missing.sha256.length < MISSING_MAX) missing.sha256.push(sha256);
      }
    }
  }

  /** Passes a content on. A single file can be most of an archive. */
  private async *reportWhile(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of content) {
      yield piece;
      bytes += piece.length;
      this.reportProgress(bytes);
    }
  }

  /** @param bytes of the entry that is being written */
  private reportProgress(bytes = 0): void {
    const done = (this.writer.totals.bytes + bytes) / Math.max(1, this.expectedBytes);
    // The end of the archive follows.
    this.onProgress(Math.min(0.99, done));
  }
}
