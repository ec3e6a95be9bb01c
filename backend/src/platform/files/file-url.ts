/**
 * The address of a file below the API prefix: `/files/<id>/<first 16 digits of its SHA-256>`.
 *
 * The id stands for the row, with its own name, media type and rights: two people who upload the same bytes do not get each
 * other's file, and a hash known from elsewhere opens nothing. The hash makes the address that of one content for ever, so
 * that it may be cached as immutable. There is no extension: the type is in the answer's headers, and so SQL can write the
 * address without a table of types: `'/files/' || f.id || '/' || left(f.sha256, 16)`.
 */
export const createFilePath = (file: { id: string; sha256: string }): string =>
  `/files/${file.id}/${shortenHash(file.sha256)}`;

export const shortenHash = (sha256: string): string => sha256.slice(0, 16);

/** An address that a query has put together, with the prefix of the API, as clients get it. */
export const addApiPrefix = (prefix: string, path: string | null): string | null =>
  path === null ? null : prefix + path;

const FILE_PATH = /\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/[0-9a-f]{16}(?![0-9a-z])/gi;

const WHOLE_PATH = /^\/files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{16})$/i;

/** The file whose address (below the prefix) this is; undefined for anything else. Whether it exists is another question. */
export function parseFilePath(path: string): { id: string; hash: string } | undefined {
  const [, id, hash] = WHOLE_PATH.exec(path) ?? [];
  return id && hash ? { id: id.toLowerCase(), hash: hash.toLowerCase() } : undefined;
}

/** Ids of the files whose addresses stand in a text or are the text, each once. Whether they exist is another question. */
export function extractFileIds(text: string): string[] {
  return [...new Set([...text.matchAll(FILE_PATH)].map(([, id = '']) => id.toLowerCase()))];
}
