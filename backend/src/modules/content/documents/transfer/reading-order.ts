/** What decides where a file appears among others. */
export interface OrderedFile {
  path: string;
  /** position among its siblings, from its front matter */
  order: number | undefined;
  /** milliseconds, from its front matter */
  createdAt: number | undefined;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NUMBER_PREFIX = /^(\d{1,9})(?=[-_. ]|$)/;
const INDEX = /^(?:index|readme)\.(?:md|markdown)$/i;

export const isIndexPath = (path: string): boolean => INDEX.test(path.slice(path.lastIndexOf('/') + 1));

/** "02-getting_started" → "getting started". A longer number, such as a year, belongs to the name. */
export const wordsOfName = (name: string): string =>
  name
    .replace(/^\d{1,3}[-_. ]+(?=.)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();

/**
 * Sorts files as their readers expect them: the index of a folder first, then by the order in the front matter or the
 * number before the name, then by name. The files of an export carry their creation time: the newest comes first, as in
 * the lists of the hub that they come from.
 */
export function sortForReading<T extends OrderedFile>(files: readonly T[]): T[] {
  if (files.every(({ createdAt, order }) => createdAt !== undefined && order === undefined))
    return files.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  const orders = new Map(files.map(({ path, order }) => [folderOfIndex(path) ?? path, order]));
  const positionOf = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (INDEX.test(name)) return -1;
    return orders.get(path) ?? Number(NUMBER_PREFIX.exec(name)?.[1] ?? Infinity);
  };
  return files.toSorted((a, b) => {
    const [one, two] = siblingsOf(a.path, b.path);
    const [first, second] = [positionOf(one), positionOf(two)];
    return first === second ? byName.compare(one, two) : first - second;
  });
}

/** The order of an index is that of its folder among the folder's siblings. */
const folderOfIndex = (path: string): string | undefined => {
  const end = path.lastIndexOf('/');
  return isIndexPath(path) && end !== -1 ? path.slice(0, end) : undefined;
};

/** The files, or the folders that contain them, where their paths part. */
function siblingsOf(a: string, b: string): [string, string] {
  const [one, two] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (depth < one.length - 1 && depth < two.length - 1 && one[depth] === two[depth]) depth++;
  return [one.slice(0, depth + 1).join('/'), two.slice(0, depth + 1).join('/')];
}
