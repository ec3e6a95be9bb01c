import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { FileLinksSource } from '../../../platform/files/file-links.source.js';
import { Files, type StoredFile } from '../../../platform/files/files.js';
import { JobInterruptedError, Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { Spool } from '../../../platform/storage/spool.js';
import { Storage } from '../../../platform/storage/storage.js';
import { extractText } from '../../../platform/text-extraction/extract-text.js';
import {
  ExtractionError,
  type ExtractedText,
  getTextFormat,
  MAX_FILE_BYTES,
  type TextFormat,
  type UnsearchedReason,
} from '../../../platform/text-extraction/extraction.js';
import { selectReadableFiles } from '../../../platform/text-extraction/readable-files.js';
import { splitPieces } from './search-text.js';
import { toIndexWords } from './search-words.js';

const READ = 'search.file_text';
/** The format of the rows. Raise it when they change: the files are then read again. */
const FORMAT = 1;
/** Files without text that are found at once; the next run finds others. */
const BATCH = 1000;
/** Pieces of one statement: PostgreSQL takes about a millisecond for each. */
const INSERTED = 50;
/** How often the instance that reads a file may die; reading the file may be the cause. */
const MAX_RETRIES = 5;

interface FileText extends Pick<ExtractedText, 'pages'> {
  reason: UnsearchedReason | null;
}

/**
 * Reads the texts of uploaded files in the background, each once, so that the search finds them. Files from before this
 * was possible, and those whose job is lost, are found by a job that repeats.
 */
@Injectable()
export class FileTextIndexer implements OnModuleInit, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly files: Files,
    private readonly storage: Storage,
    private readonly spool: Spool,
    private readonly jobs: Jobs,
    private readonly links: FileLinksSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.links.onReasons((ids) => this.findReasons(ids));
    this.jobs.define<{ fileId: string }>(READ, ({ fileId }, { retries }) => this.read(fileId, retries), {
      transactional: false,
    });
    this.jobs.define('search.missing_file_texts', () => this.requestMissing(), { cron: '*/10 * * * *' });
  }

  /** Another instance, or this one after its restart, repeats what is interrupted. */
  onModuleDestroy(): void {
    this.stopping.abort(new JobInterruptedError());
  }

  /** To be called for a new file; those without text are left out. */
  async request(file: Pick<StoredFile, 'id' | 'name' | 'media_type'>): Promise<void> {
    if (getTextFormat(file)) await this.jobs.send(READ, { fileId: file.id });
  }

  async requestMissing(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select f.id from (${selectReadableFiles}) f
      where not exists (select 1 from file_texts t where t.file_id = f.id and t.format = ${sql.lit(FORMAT)})
      order by f.id limit ${sql.lit(BATCH)}`.execute(this.database.db);
    const jobs = rows.map(({ id }) => ({ fileId: id }));
    await this.jobs.sendMany(READ, jobs, { unlessWaiting: true });
  }

  private async read(fileId: string, retries: number): Promise<void> {
    const file = await this.files.find(fileId);
    const format = file && getTextFormat(file);
    if (!format || (await this.isRead(fileId))) return;
    const text = retries < MAX_RETRIES ? await this.extract(file, format) : { pages: [], reason: 'crashed' as const };
    await this.database.transaction(() => this.store(fileId, text));
    const { reason } = text;
    if (reason) this.logger.info({ file: fileId, name: file.name, reason }, 'text of a file not searched, or not all');
  }

  private async extract(file: StoredFile, format: TextFormat): Promise<FileText> {
    try {
      const { pages, isCut } = await this.withLocalFile(file, (path) =>
        extractText(path, format, { signal: this.stopping.signal }),
      );
      if (!pages.length && !isCut) return { pages, reason: 'empty' };
      return { pages, reason: isCut ? 'cut' : null };
    } catch (error) {
      if (error instanceof ExtractionError) return { pages: [], reason: error.code };
      throw error;
    }
  }

  /** The bytes of other storages are copied to this machine first. */
  private async withLocalFile<T>({ sha256, size }: StoredFile, use: (path: string) => Promise<T>): Promise<T> {
    if (size > MAX_FILE_BYTES) throw new ExtractionError('too_large');
    const stored = this.storage.localPath(sha256);
    if (stored !== undefined) return use(stored);
    const bytes = await this.storage.read(sha256);
    if (!bytes) throw new Error(`The content ${sha256} is missing in the storage.`);
    return this.spool.with(bytes, { maxBytes: size }, ({ path }) => use(path));
  }

  private async findReasons(ids: readonly string[]): Promise<Map<string, UnsearchedReason>> {
    if (!ids.length) return new Map();
    const rows = await this.database.db
      .selectFrom('file_texts')
      .select(['file_id', 'reason'])
      .where('file_id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('reason', 'is not', null)
      .$narrowType<{ reason: UnsearchedReason }>()
      .execute();
    return new Map(rows.map(({ file_id, reason }) => [file_id, reason]));
  }

  private async isRead(fileId: string): Promise<boolean> {
    const row = await this.database.db
      .selectFrom('file_texts')
      .select('file_id')
      .where('file_id', '=', fileId)
      .where('format', '=', sql.lit(FORMAT))
      .executeTakeFirst();
    return row !== undefined;
  }

  private async store(fileId: string, { pages, reason }: FileText): Promise<void> {
    const { db } = this.database;
    // Another job may store the same text, and the file may have been deleted meanwhile.
    if (!(await this.files.lock(fileId))) return;
    await db.deleteFrom('file_text_pieces').where('file_id', '=', fileId).execute();
    await db
      .insertInto('file_texts')
      .values({ file_id: fileId, format: FORMAT, reason })
      .onConflict((conflicting) => conflicting.column('file_id').doUpdateSet({ format: FORMAT, reason }))
      .execute();
    const pieces = splitPieces(pages.map((page) => ({ ...page, heading: null, anchor: '' })));
    for (let part = 0; part < pieces.length; part += INSERTED) {
      const rows = pieces
        .slice(part, part + INSERTED)
        .map(({ page, text }, i) => ({ part: part + i, page, body: text, words: toIndexWords(text) }));
      await sql`
        insert into file_text_pieces (file_id, part, page, body, tsv)
        select ${fileId}::uuid, r.part, r.page, r.body, search_vector(r.words)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (part int, page int, body text, words text)`.execute(db);
    }
  }
}
