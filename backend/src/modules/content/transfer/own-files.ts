import { hashPart } from '../../../platform/files/file-url.js';

export interface OwnFile {
  id: string;
  /** the first digits of its SHA-256, as they stand in its address */
  hash: string;
}

const FILE = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** The file of ours that an address in a text means, with or without the site before it. */
export function ownFile(target: string, publicUrl: string): OwnFile | undefined {
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

/** Where an image stands in an archive: images of the same content once. */
export const imagePath = ({ sha256, media_type }: { sha256: string; media_type: string }): string =>
  `images/${hashPart(sha256)}.${extensions[media_type] ?? 'bin'}`;
