import { Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { DomainError } from '../../../../platform/http/errors/domain-error.js';
import { MAX_PATH_LENGTH, type SourceEntry, type SourceTree, UnreadableEntry } from './source-tree.js';

/** Packed size. */
export const MAX_ARCHIVE_BYTES = 200 * 1024 ** 2;

const SYMBOLIC_LINK = 0o120000;

/** A ZIP on the disk, read by its central directory. Entries are unpacked into memory, when they are read. */
export class ZipTree implements SourceTree {
  private readonly entries = new Map<string, Entry>();

  private constructor(private readonly zip: ZipFile) {}

  get packedBytes(): number {
    return this.zip.fileSize;
  }

  /** @throws 415 when it is no ZIP */
  static async open(path: string): Promise<ZipTree> {
    try {
      // decodeStrings would reject the whole archive for one invalid name; `list` checks each name.
      return new ZipTree(
        await openPromise(path, {
          lazyEntries: true,
          autoClose: false,
          decodeStrings: false,
          validateEntrySizes: true,
        }),
      );
    } catch {
      throw notAnArchive();
    }
  }

  /**
   * @throws 415 when it is damaged, or its entries overlap: a small archive could then have any number of large ones
   */
  async *list(): AsyncIterable<SourceEntry> {
    let packed = 0;
    for await (const entry of this.headers()) {
      const path = nameOf(entry);
      packed += entry.compressedSize;
      if (packed > this.zip.fileSize) throw notAnArchive();
      if (path.endsWith('/')) continue;
      const rejectionReason =
        rejectionReasonOf(entry, path) ??
        (this.entries.has(path) ? 'The archive contains this name twice; only the first one is imported.' : undefined);
      if (!rejectionReason) this.entries.set(path, withoutHeaders(entry));
      const { uncompressedSize: size, compressedSize: packedSize } = entry;
      yield {
        path: path.length > MAX_PATH_LENGTH ? `${path.slice(0, 100)}…` : path,
        size,
        packedSize,
        ...(rejectionReason && { rejectionReason }),
      };
    }
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.entries.get(path);
    if (!entry) throw new Error(`The archive has not listed ${path}.`);
    try {
      // Reading fails when the entry is larger than declared.
      return Buffer.concat((await (await this.zip.openReadStreamPromise(entry)).toArray()) as Buffer[]);
    } catch {
      throw new UnreadableEntry('It is damaged and cannot be unpacked.');
    }
  }

  close(): void {
    this.zip.close();
  }

  private async *headers(): AsyncIterable<Entry> {
    try {
      yield* this.zip.eachEntry();
    } catch {
      throw notAnArchive();
    }
  }
}

const notAnArchive = () => new DomainError(415, 'not_an_archive', 'This file is not a ZIP archive, or it is damaged.');

/**
 * Names without the UTF-8 flag are in code page 437, but most tools write UTF-8 without the flag, and some write
 * backslashes.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
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

function rejectionReasonOf(entry: Entry, path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return `Its name is too long: at most ${MAX_PATH_LENGTH} characters are accepted.`;
  if (validateFileName(path) !== null || path.split('/').includes('..') || path.includes('\0'))
    return 'Its path leads out of the archive.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (!entry.canDecodeFileData()) return 'Its compression method is not supported.';
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === SYMBOLIC_LINK) return 'It is a link to another file.';
  return undefined;
}
