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

/** Path of an image in an archive: one per content. */
export const getArchivePath = ({ sha256, media_type }: { sha256: string; media_type: string }): string =>
  `images/${shortenHash(sha256)}.${extensions[media_type] ?? 'bin'}`;
