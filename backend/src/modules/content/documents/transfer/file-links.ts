import { shortenHash } from '../../../../platform/files/file-url.js';
import { treeKey } from './source-tree.js';

/** A link to a file of the hub. */
export interface FileLink {
  id: string;
  /** first digits of its SHA-256 */
  hash: string;
}

const FILE = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** Parses the URL of a file of the hub, absolute or not. */
export function parseFileLink(target: string, publicUrl: string): FileLink | undefined {
  const path = pathIn(target, publicUrl);
  const [, id, hash] = (path.startsWith('/') && FILE.exec(path)) || [];
  return id && hash ? { id: id.toLowerCase(), hash: hash.toLowerCase() } : undefined;
}

/** A link to the page of a document of the hub. */
export interface DocumentLink {
  /** id, slug or former slug */
  key: string;
  /** the part after the path, such as `#section` */
  suffix: string;
}

const DOCUMENT = /^\/docs\/([a-z0-9-]{1,100})\/?((?:[?#].*)?)$/is;

/** Parses the URL of a document's page, absolute or not. */
export function parseDocumentLink(target: string, publicUrl: string): DocumentLink | undefined {
  const [, key = '', suffix = ''] = DOCUMENT.exec(pathIn(target, publicUrl)) ?? [];
  return key ? { key: key.toLowerCase(), suffix } : undefined;
}

const pathIn = (target: string, publicUrl: string): string =>
  target.startsWith(`${publicUrl}/`) ? target.slice(publicUrl.length) : target;

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

/**
 * Resolves a relative link between two files of a source.
 * @param has whether the source has a file of this key
 * @returns the key of the target, and the part after its path (`#section`)
 */
export function resolveLink(
  from: string,
  target: string,
  has: (key: string) => boolean,
): { key: string; suffix: string } | undefined {
  const { path = '', suffix = '' } = /^(?<path>[^?#]*)(?:\?[^#]*)?(?<suffix>#.*)?$/s.exec(target)?.groups ?? {};
  if (!path || path.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
  const folder = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  const parts: string[] = [...folder];
  for (const part of decoded(path).split('/')) {
    if (part === '..' && parts.length === 0) return undefined;
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const key = treeKey(parts.join('/'));
  const found = candidatesOf(key).find(has);
  return found === undefined ? undefined : { key: found, suffix };
}

/** Wikis omit the extension, and links to a folder mean its index. */
function candidatesOf(key: string): string[] {
  const folder = key && `${key}/`;
  const pages = key ? [key, `${key}.md`, `${key}.markdown`] : [];
  return [...pages, ...['index.md', 'README.md', 'readme.md', 'Readme.md'].map((name) => folder + name)];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
