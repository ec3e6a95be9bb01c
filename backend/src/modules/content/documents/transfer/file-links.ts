import type { ReadableFile } from '../../../../platform/files/file-references.js';
import { shortenHash } from '../../../../platform/files/file-url.js';

/** A link to a file of the hub. */
interface FileLink {
  id: string;
  /** first digits of its SHA-256 */
  hash: string;
}

const FILE = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** Parses the URL of a file of the hub, absolute or not. */
export function parseFileLink(target: string, publicUrl: string): FileLink | undefined {
  const path = findPath(target, publicUrl);
  const [, id, hash] = (path.startsWith('/') && FILE.exec(path)) || [];
  return id && hash ? { id: id.toLowerCase(), hash: hash.toLowerCase() } : undefined;
}

/** A link to the page of a document of the hub. */
interface DocumentLink {
  /** id, slug or former slug */
  key: string;
  /** the part after the path, such as `#section` */
  suffix: string;
}

const DOCUMENT = /^\/docs\/([a-z0-9-]{1,100})\/?((?:[?#].*)?)$/is;

/** Parses the URL of a document's page, absolute or not. */
export function parseDocumentLink(target: string, publicUrl: string): DocumentLink | undefined {
  const [, key = '', suffix = ''] = DOCUMENT.exec(findPath(target, publicUrl)) ?? [];
  return key ? { key: key.toLowerCase(), suffix } : undefined;
}

const findPath = (target: string, publicUrl: string): string =>
  target.startsWith(`${publicUrl}/`) ? target.slice(publicUrl.length) : target;

const extensions: Record<string, string> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** Path of a file in an archive: one per image, and one per content and name of an attachment. */
export function getArchivePath({ sha256, media_type, name }: Pick<ReadableFile, 'sha256' | 'media_type' | 'name'>) {
  const [hash, extension] = [shortenHash(sha256), extensions[media_type]];
  return extension ? `images/${hash}.${extension}` : `files/${hash}/${toArchiveName(name)}`;
}

/** A name that every system can unpack, and that is not hidden. */
const toArchiveName = (name: string): string =>
  name
    .replace(/[<>:"|?*\\/\p{C}]/gu, '_')
    .replace(/^\./, '_')
    .replace(/[. ]$/, '_')
    .replace(/^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/i, '_');
