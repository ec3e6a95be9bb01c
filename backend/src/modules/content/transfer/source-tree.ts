/** A file in a source of documents. */
export interface SourceEntry {
  /** from the source's root, with slashes */
  path: string;
  /** unpacked, in bytes, as the source says it */
  size: number;
  /** why it cannot be taken, as a sentence; its content is then never asked for */
  refused?: string;
}

/** Where documents come from: an archive, a folder, or files made on the way. */
export interface SourceTree {
  list(): AsyncIterable<SourceEntry>;
  /** @throws UnreadableEntry with a sentence for people */
  read(path: string): Promise<Buffer>;
}

/** A file that cannot be taken; its message goes into the report. */
export class UnreadableEntry extends Error {}

export const MAX_ENTRIES = 2000;
export const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;

/** The same name, whichever way a system writes its accents. */
export const treeKey = (path: string): string => path.normalize('NFC');

/**
 * What a relative link in a file means, if a file of the tree answers to it.
 * @param has whether the tree has a file of this key
 * @returns its key, and what follows the path (`#section`)
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
  // Wikis link to pages without the extension.
  const found = [key, `${key}.md`].find(has);
  return found === undefined ? undefined : { key: found, suffix };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
