import { Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { IMPORT_ARCHIVE_MAX } from '@hub/shared/limits';
import type { Spool } from '../../../../platform/storage/spool.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import {
  isAttachmentPath,
  isSuspicious,
  MAX_PATH_LENGTH,
  type SourceEntry,
  type SourceTree,
  suspicious,
  UnreadableEntry,
} from './source-tree.js';
import type { Localized } from '../../../../platform/language/texts.js';

/** Each takes an open file and a temporary one until the end of the import. */
const MAX_INNER_ARCHIVES = 20;

const SYMBOLIC_LINK = 0o120000;

interface OpenZip {
  zip: ZipFile;
  /** folder of the archive inside of another one */
  folder: string;
  /** removes its temporary file */
  remove: () => Promise<void>;
}

/**
 * A ZIP on the disk, read by its central directory. Entries are unpacked into memory, when they are read. ZIPs inside
 * of it, as in exports of Notion, are unpacked into temporary files and count as folders; those in them are not.
 */
export class ZipTree implements SourceTree {
  private readonly entries = new Map<string, { zip: ZipFile; entry: Entry }>();
  private readonly inner: OpenZip[] = [];
  private innerCount = 0;
  private innerBytes = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly spool: Spool,
  ) {}

  get packedBytes(): number {
    return this.zip.fileSize;
  }

  /** @throws 415 when it is no ZIP */
  static async open(path: string, spool: Spool): Promise<ZipTree> {
    return new ZipTree(await openZip(path), spool);
  }

  /**
   * @throws 415 when it is damaged, or its entries overlap: a small archive could then have any number of large ones
   */
  async *list(): AsyncIterable<SourceEntry> {
    yield* this.listZip({ zip: this.zip, folder: '', remove: () => Promise.resolve() }, true);
  }

  private async *listZip({ zip, folder }: OpenZip, canContainZips: boolean): AsyncIterable<SourceEntry> {
    let packed = 0;
    for await (const entry of readHeaders(zip)) {
      const name = decodeName(entry);
      const path = folder + name;
      packed += entry.compressedSize;
      if (packed > zip.fileSize) throw notAnArchive();
      if (path.endsWith('/')) continue;
      const rejectionReason: Localized | undefined =
        getRejectionReason(entry, name) ?? (this.entries.has(path) ? ({ imports }) => imports.twice : undefined);
      const { uncompressedSize: size, compressedSize: packedSize } = entry;
      const listed = { path: path.length > MAX_PATH_LENGTH ? `${path.slice(0, 100)}…` : path, size, packedSize };
      if (rejectionReason) yield { ...listed, rejectionReason };
      else if (canContainZips && isZip(path) && !isAttachmentPath(path)) yield* this.listInner(zip, entry, listed);
      else {
        this.entries.set(path, { zip, entry: withoutHeaders(entry) });
        yield listed;
      }
    }
  }

  /** @throws when no more files can be opened or stored; an archive that is not read is listed with the reason */
  private async *listInner(zip: ZipFile, entry: Entry, listed: SourceEntry): AsyncIterable<SourceEntry> {
    // A ZIP is compressed already.
    if (isSuspicious(listed)) {
      yield { ...listed, rejectionReason: suspicious };
      return;
    }
    if (++this.innerCount > MAX_INNER_ARCHIVES) {
      yield { ...listed, rejectionReason: ({ imports }) => imports.tooManyArchives(MAX_INNER_ARCHIVES) };
      return;
    }
    this.innerBytes += listed.size;
    if (this.innerBytes > IMPORT_ARCHIVE_MAX) {
      yield { ...listed, rejectionReason: ({ imports }) => imports.largeArchives };
      return;
    }
    let inner: OpenZip;
    try {
      const spooled = await this.spool.keep(await zip.openReadStreamPromise(withoutHeaders(entry)), {
        maxBytes: listed.size,
      });
      const folder = listed.path.slice(0, listed.path.lastIndexOf('/') + 1);
      inner = { zip: await openZip(spooled.path).catch(removing(spooled)), folder, remove: spooled.remove };
    } catch (error) {
      if (isExhausted(error)) throw error;
      yield { ...listed, rejectionReason: ({ imports }) => imports.notAnArchive };
      return;
    }
    this.inner.push(inner);
    yield { ...listed, isArchive: true };
    yield* this.listZip(inner, false);
  }

  async read(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(path)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *stream(path: string): AsyncIterable<Buffer> {
    const found = this.entries.get(path);
    if (!found) throw new Error(`The archive has not listed ${path}.`);
    try {
      // Reading fails when the entry is larger than declared.
      yield* (await found.zip.openReadStreamPromise(found.entry)) as AsyncIterable<Buffer>;
    } catch {
      throw new UnreadableEntry(({ imports }) => imports.damaged);
    }
  }

  /** May be repeated. */
  async close(): Promise<void> {
    this.zip.close();
    await Promise.all(
      this.inner.splice(0).map(({ zip, remove }) => {
        zip.close();
        return remove();
      }),
    );
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // decodeStrings would reject the whole archive for one invalid name; `list` checks each name.
    return await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    });
  } catch (error) {
    throw isExhausted(error) ? error : notAnArchive();
  }
}

const removing =
  ({ remove }: { remove: () => Promise<void> }) =>
  async (error: unknown): Promise<never> => {
    await remove();
    throw error;
  };

async function* readHeaders(zip: ZipFile): AsyncIterable<Entry> {
  try {
    yield* zip.eachEntry();
  } catch {
    throw notAnArchive();
  }
}

/** Whether the system could open or store no more files, which says nothing about the archive. */
const isExhausted = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.status === 507
    : ['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const isZip = (path: string): boolean => /\.zip$/i.test(path);

const notAnArchive = () => new DomainError(415, 'not_an_archive', (texts) => texts.content.notAnArchive);

/**
 * Names without the UTF-8 flag are in code page 437, but most tools write UTF-8 without the flag, and some write
 * backslashes.
 */
function decodeName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
  // Some tools begin each name with "./".
  return name.replaceAll('\\', '/').replace(/^(?:\.\/+)+|(?<=\/)(?:\.?\/)+/g, '');
}

/** Keeps what reading an entry needs: its name, extra fields and comment may take 192 KB. */
function withoutHeaders({
  compressionMethod,
  generalPurposeBitFlag,
  compressedSize,
  uncompressedSize,
  relativeOffsetOfLocalHeader,
}: Entry): Entry {
  return Object.assign(new Entry(), {
    compressionMethod,
    generalPurposeBitFlag,
    compressedSize,
    uncompressedSize,
    relativeOffsetOfLocalHeader,
  });
}

function getRejectionReason(entry: Entry, path: string): Localized | undefined {
  if (path.length > MAX_PATH_LENGTH) return ({ imports }) => imports.longName(MAX_PATH_LENGTH);
  if (validateFileName(path) !== null || path.split('/').includes('..') || path.includes('\0'))
    return ({ imports }) => imports.outside;
  if (entry.isEncrypted()) return ({ imports }) => imports.encrypted;
  if (!entry.canDecodeFileData()) return ({ imports }) => imports.compression;
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === SYMBOLIC_LINK) return ({ imports }) => imports.link;
  return undefined;
}
