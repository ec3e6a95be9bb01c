import { shortenHash } from '../../../../platform/files/file-url.js';

/** A link to a file of the hub. */
export interface FileLink {
  id: string;
  /** first digits of its SHA-256 */
  hash: string;
}

const FILE = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** Parses the URL of a file of the hub, absolute or not. */
export function parseFileLink(target: string, publicUrl: string): FileLink | undefined {
  const path = target.startsWith(`${publicUrl}/`) ? target.slice(publicUrl.length) : target;
  const [, id, hash] = (path.startsWith('/') && FILE.exec(path)) || [];
  return id && hash ? { id: id.toLowerCase(), hash: hash.toLowerCase() } : undefined;
}

const extensions: Record<string, string> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** Path of an image in an archive: one per content. */
export const archivePathOf = ({ sha256, media_type }: { sha256: string; media_type: string }): string =>
  `images/${shortenHash(sha256)}.${extensions[media_type] ?? 'bin'}`;
