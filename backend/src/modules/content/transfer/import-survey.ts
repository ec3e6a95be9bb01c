import type { Config } from '../../../platform/config/config.js';
import { MAX_ENTRIES, MAX_UNPACKED_BYTES, type SourceEntry, type SourceTree, treeKey } from './source-tree.js';

export interface Skipped {
  path: string;
  reason: string;
}

/** What a source holds, by name only: nothing has been unpacked yet. */
export interface Survey {
  /** paths of the documents, in the order of the source */
  documents: string[];
  /** path by key, of images and documents */
  images: Map<string, string>;
  skipped: Skipped[];
}

/** No text may be longer than this; characters take up to four bytes, and front matter comes on top. */
const TEXT_BYTES = 4 * 500_000 + 64 * 1024;

const isDocument = (path: string): boolean => /\.(md|markdown)$/i.test(path);
/** Only a first guess: the bytes decide when it is stored. */
const isImage = (path: string): boolean => /\.(png|jpe?g|gif|webp)$/i.test(path);
const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/** Takes stock of a source within the limits, so that no archive can make us unpack more than they allow. */
export async function survey(tree: SourceTree, config: Config): Promise<Survey> {
  const found: Survey = { documents: [], images: new Map(), skipped: [] };
  let [entries, bytes] = [0, 0];
  for await (const entry of tree.list()) {
    const { path, size } = entry;
    if (++entries > MAX_ENTRIES) {
      found.skipped.push({
        path,
        reason: `More than ${MAX_ENTRIES} files are not read; this one and all after it were left out.`,
      });
      break;
    }
    const reason =
      entry.refused ??
      unfit(entry, config) ??
      (bytes + size > MAX_UNPACKED_BYTES ? 'Together the files are larger than 200 MB.' : undefined);
    if (reason) {
      found.skipped.push({ path, reason });
      continue;
    }
    bytes += size;
    if (isDocument(path)) found.documents.push(path);
    else found.images.set(treeKey(path), path);
  }
  return found;
}

function unfit({ path, size }: SourceEntry, { env }: Config): string | undefined {
  if (isHidden(path)) return 'It is hidden.';
  if (isDocument(path)) return size > TEXT_BYTES ? 'It is too long for a document.' : undefined;
  if (isImage(path))
    return size > env.MAX_IMAGE_MB * 1024 ** 2
      ? `It is too large for an image: at most ${env.MAX_IMAGE_MB} MB are accepted.`
      : undefined;
  return 'Only Markdown files and the images they show are imported.';
}
