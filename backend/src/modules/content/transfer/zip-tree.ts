import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { DomainError } from '../../../platform/http/domain-error.js';
import { type SourceEntry, type SourceTree, UnreadableEntry } from './source-tree.js';

/** The largest archive that is taken, packed. */
export const ARCHIVE_BYTES = 200 * 1024 ** 2;

const SYMBOLIC_LINK = 0o120000;

/** A ZIP on the disk, read by its central directory: nothing is unpacked that nobody asks for, and nothing to the disk. */
export class ZipTree implements SourceTree {
  private readonly entries = new Map<string, Entry>();

  private constructor(private readonly zip: ZipFile) {}

  /** @throws 415 when it is no ZIP */
  static async open(path: string): Promise<ZipTree> {
    try {
      // Names are checked one by one: a single bad one must not spoil the whole archive.
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

  async *list(): AsyncIterable<SourceEntry> {
    for await (const entry of this.headers()) {
      const path = nameOf(entry);
      if (path.endsWith('/')) continue;
      const refused =
        refusal(entry, path) ??
        (this.entries.has(path) ? 'The archive has this name twice; the first one counts.' : undefined);
      if (!refused) this.entries.set(path, entry);
      yield { path, size: entry.uncompressedSize, ...(refused && { refused }) };
    }
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.entries.get(path);
    if (!entry) throw new Error(`The archive was not asked for ${path} before.`);
    try {
      // The reader stops with an error where more comes than the entry has announced.
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

const notAnArchive = () => new DomainError(415, 'not_an_archive', 'This file is no ZIP archive, or a damaged one.');

/** Names without the UTF-8 mark are in the code page of old DOS, unless they make sense as UTF-8, which most tools write. Some write backslashes. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
}

function refusal(entry: Entry, path: string): string | undefined {
  if (validateFileName(path) !== null || path.split('/').includes('..') || path.includes('\0'))
    return 'Its name leads out of the archive.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (!entry.canDecodeFileData()) return 'It is packed in a way that is not supported.';
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === SYMBOLIC_LINK) return 'It is a link to another file.';
  return undefined;
}
