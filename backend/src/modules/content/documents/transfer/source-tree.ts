import { type Localized, sourceTexts } from '../../../../platform/language/texts.js';

/** A file in a source of documents. */
export interface SourceEntry {
  /** relative to the source's root, with slashes */
  path: string;
  /** unpacked size in bytes, as the source declares it */
  size: number;
  /** in bytes, in archives */
  packedSize?: number;
  /** why it is not imported, as a sentence; the file is then not read */
  rejectionReason?: Localized;
  /** an archive whose files follow: it counts as an entry, but is no file that is imported */
  isArchive?: true;
}

/** A source of documents: an archive, a folder, or generated files. */
export interface SourceTree {
  /** the size of the archive in bytes; undefined for other sources */
  readonly packedBytes?: number;
  list(): AsyncIterable<SourceEntry>;
  /** @throws UnreadableEntry with a sentence for users */
  read(path: string): Promise<Buffer>;
  /** As `read`, for files that are too large for the memory. */
  stream(path: string): AsyncIterable<Buffer>;
}

/** A file that cannot be imported, with the sentence for the report. */
export class UnreadableEntry extends Error {
  constructor(readonly detail: Localized) {
    super(detail(sourceTexts));
  }
}

export const MAX_ENTRIES = 2000;
export const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
/** Compression ratio: 3 for usual texts, 50 for very repetitive ones, 1000 at most with Deflate. */
export const MAX_RATIO = 100;
/** The ratio limit applies to entries above this size, in bytes. */
const MIN_BYTES_FOR_RATIO = 1024 ** 2;

export const isSuspicious = ({ size, packedSize = Infinity }: SourceEntry): boolean =>
  size > MIN_BYTES_FOR_RATIO && size > MAX_RATIO * packedSize;
export const suspicious: Localized = ({ imports }) => imports.suspicious(MAX_RATIO);

/** Longer than any path in practice; each link of a text is resolved against its file's path. */
export const MAX_PATH_LENGTH = 1000;

/** The folder of the attachments in an export, where a Markdown file is no document, and a ZIP no folder. */
export const isAttachmentPath = (path: string): boolean => /(?:^|\/)files\/[0-9a-f]{16}\/[^/]+$/.test(path);

export const isDocumentPath = (path: string): boolean =>
  /\.(?:md|mdx|markdown)$/i.test(path) && !isAttachmentPath(path);

/** A guess by name; storing an image checks its bytes, and names HEIC that the server cannot convert. */
export const isImagePath = (path: string): boolean =>
  /\.(png|jpe?g|gif|webp|avif|heic|heif)$/i.test(path) && !isAttachmentPath(path);

/** A path as a key: systems encode accents differently. */
export const treeKey = (path: string): string => path.normalize('NFC');
