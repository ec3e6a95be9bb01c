/** A file in a source of documents. */
export interface SourceEntry {
  /** relative to the source's root, with slashes */
  path: string;
  /** unpacked size in bytes, as the source declares it */
  size: number;
  /** in bytes, in archives */
  packedSize?: number;
  /** why it is not imported, as a sentence; the file is then not read */
  rejectionReason?: string;
}

/** A source of documents: an archive, a folder, or generated files. */
export interface SourceTree {
  /** the size of the archive in bytes; undefined for other sources */
  readonly packedBytes?: number;
  list(): AsyncIterable<SourceEntry>;
  /** @throws UnreadableEntry with a sentence for users */
  read(path: string): Promise<Buffer>;
}

/** A file that cannot be imported; its message goes into the report. */
export class UnreadableEntry extends Error {}

export const MAX_ENTRIES = 2000;
export const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
/** Longer than any path in practice; each link of a text is resolved against its file's path. */
export const MAX_PATH_LENGTH = 1000;

/** A path as a key: systems encode accents differently. */
export const treeKey = (path: string): string => path.normalize('NFC');
