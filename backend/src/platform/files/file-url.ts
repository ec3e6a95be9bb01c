/**
 * Path of a file without the API prefix: `/files/<id>/<first 16 digits of its SHA-256>`.
 *
 * The id refers to the row with its own name, media type and access: users who upload the same bytes do not get access
 * to each other's file. The hash makes the URL immutable, so that clients may cache it. There is no extension, since
 * the type is in the response headers; SQL can therefore build the path: `'/files/' || f.id || '/' || left(f.sha256,
 * 16)`.
 */
export const createFilePath = (file: { id: string; sha256: string }): string =>
  `/files/${file.id}/${shortenHash(file.sha256)}`;

export const shortenHash = (sha256: string): string => sha256.slice(0, 16);

/** Adds the API prefix to a path that was built in SQL. */
export const addApiPrefix = (prefix: string, path: string | null): string | null =>
  path === null ? null : prefix + path;

const FILE_PATH = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/[0-9a-f]{16}(?![0-9a-z])/gi;

const WHOLE_PATH = /^\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** Parses a path without the prefix. Undefined for other paths; the file may not exist. */
export function parseFilePath(path: string): { id: string; hash: string } | undefined {
  const [, id, hash] = WHOLE_PATH.exec(path) ?? [];
  return id && hash ? { id: id.toLowerCase(), hash: hash.toLowerCase() } : undefined;
}

/**
 * Ids of all file paths in a text, without duplicates. The files may not exist. Of the whole text rather than of its
 * links and images: a file that only code or HTML names is kept, and a text too intricate to be parsed keeps its files.
 */
export function extractFileIds(text: string): string[] {
  return [...new Set([...text.matchAll(FILE_PATH)].map(([, id = '']) => id.toLowerCase()))];
}

/** Replaces the paths of these files in a text, and leaves all others: they may be of another hub. */
export const replaceFilePaths = (text: string, ids: ReadonlySet<string>, replace: (path: string) => string): string =>
  text.replace(FILE_PATH, (path, id: string) => (ids.has(id.toLowerCase()) ? replace(path) : path));
