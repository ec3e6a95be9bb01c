import type { Config } from '../../../../platform/config/config.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { CATEGORY_FILE, MAX_CATEGORY_FILE_BYTES } from './category-file.js';
import { isFolderNote, MAX_FOLDER_NOTE_BYTES } from './folder-categories.js';
import {
  isAttachmentPath,
  isDocumentPath,
  isImagePath,
  isSuspicious,
  MAX_ENTRIES,
  MAX_RATIO,
  MAX_UNPACKED_BYTES,
  type SourceEntry,
  suspicious,
  type SourceTree,
  treeKey,
} from './source-tree.js';
import type { Localized } from '../../../../platform/language/texts.js';

export interface SkippedEntry {
  path: string;
  reason: Localized;
}

/** The files of a source by their names; nothing is unpacked yet. */
export interface ArchiveInspection {
  /** paths of the documents, in the order of the source */
  documents: string[];
  /** path by key */
  images: Map<string, string>;
  /** by key; those that documents link to are imported, and count to the sizes then */
  attachments: Map<string, Pick<SourceEntry, 'path' | 'size'>>;
  /** whether it has a file that describes the categories, as exports do */
  hasCategoryFile: boolean;
  /** paths of the files that describe a folder, see folder-notes.ts */
  folderNotes: string[];
  skipped: SkippedEntry[];
}

/** The longest text at four bytes per character, plus front matter. */
const MAX_TEXT_BYTES = 4 * 500_000 + 16 * 1024;
/** The ratio limit applies above this size, in bytes. */
const MIN_ARCHIVE_BYTES_FOR_RATIO = 10 * 1024 ** 2;

const isRefusedImage = (path: string): boolean => /\.(svg|bmp|tiff?|ico|psd)$/i.test(path);
const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/**
 * Lists a source and applies the size limits, before anything is unpacked. Sizes are declared ones; reading an entry
 * that is larger fails.
 * @throws 413 when the compression ratio of the whole archive is too high
 */
export async function inspectArchive(tree: SourceTree, config: Config): Promise<ArchiveInspection> {
  const inspection: ArchiveInspection = {
    documents: [],
    images: new Map(),
    attachments: new Map(),
    hasCategoryFile: false,
    folderNotes: [],
    skipped: [],
  };
  let [entries, bytes] = [0, 0];
  for await (const entry of tree.list()) {
    const { path, size } = entry;
    if (++entries > MAX_ENTRIES) {
      inspection.skipped.push({
        path,
        reason: ({ imports }) => imports.tooManyFiles(MAX_ENTRIES),
      });
      break;
    }
    if (entry.isArchive) continue;
    const isAttachment = isOther(path);
    const reason: Localized | undefined =
      entry.rejectionReason ??
      getRejectionReason(entry, config) ??
      (!isAttachment && bytes + size > MAX_UNPACKED_BYTES ? ({ imports }) => imports.tooLarge : undefined);
    if (reason) {
      inspection.skipped.push({ path, reason });
      continue;
    }
    if (isAttachment) {
      inspection.attachments.set(treeKey(path), { path, size });
      continue;
    }
    bytes += size;
    if (isDocumentPath(path)) inspection.documents.push(path);
    else if (path === CATEGORY_FILE) inspection.hasCategoryFile = true;
    else if (isFolderNote(path)) inspection.folderNotes.push(path);
    else inspection.images.set(treeKey(path), path);
  }
  if (bytes > MIN_ARCHIVE_BYTES_FOR_RATIO && bytes > MAX_RATIO * (tree.packedBytes ?? Infinity))
    throw suspiciousArchive();
  return inspection;
}

const suspiciousArchive = () => new DomainError(413, 'archive_ratio', (texts) => texts.content.archiveRatio(MAX_RATIO));

function getRejectionReason(entry: SourceEntry, config: Config): Localized | undefined {
  return getKindRejection(entry, config) ?? (isSuspicious(entry) ? suspicious : undefined);
}

function getKindRejection({ path, size }: SourceEntry, { env }: Config): Localized | undefined {
  if (isHidden(path)) return ({ imports }) => imports.hidden;
  if (isDocumentPath(path)) return size > MAX_TEXT_BYTES ? ({ imports }) => imports.longDocument : undefined;
  if (path === CATEGORY_FILE)
    return size > MAX_CATEGORY_FILE_BYTES ? ({ imports }) => imports.longCategoryFile : undefined;
  if (isImagePath(path))
    return size > env.MAX_IMAGE_MB * 1024 ** 2 ? ({ imports }) => imports.largeImage(env.MAX_IMAGE_MB) : undefined;
  if (isFolderNote(path)) return size > MAX_FOLDER_NOTE_BYTES ? ({ imports }) => imports.longFolderNote : undefined;
  return undefined;
}

const isOther = (path: string): boolean =>
  isAttachmentPath(path) ||
  (!isDocumentPath(path) && !isImagePath(path) && path !== CATEGORY_FILE && !isFolderNote(path));

/** Why an image or attachment was not imported that no document uses. */
export const getUnusedReason =
  (path: string): Localized =>
  ({ imports }) => {
    if (isImagePath(path)) return imports.unusedImage;
    return isRefusedImage(path) ? imports.imageType : imports.otherType;
  };
