import type { FrontMatter } from './markdown-file.js';

/** What decides where a file appears among others. */
export interface OrderedFile {
  path: string;
  /** position among its siblings, from its front matter */
  order: number | undefined;
  /** milliseconds, from its front matter */
  createdAt: number | undefined;
}

/** The position of a page in the front matter of Docusaurus, Hugo, Just the Docs and others. */
const ORDER_KEYS = ['order', 'sidebar_position', 'nav_order', 'weight', 'position'];

export function getPosition(front: FrontMatter): Pick<OrderedFile, 'order' | 'createdAt'> {
  const order = ORDER_KEYS.map((key) => front[key]).find((value) => isNumber(value));
  const created = front['created_at'];
  const time = typeof created === 'string' ? Date.parse(created) : NaN;
  return {
    order: order === undefined ? undefined : Number(order),
    createdAt: Number.isNaN(time) ? undefined : time,
  };
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'string' && /^[-+]?\d{1,9}(?:\.\d{1,9})?$/.test(value.trim());

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NUMBER_PREFIX = /^(\d{1,9})(?=[-_. ]|$)/;
const INDEX = /^(?:_?index|readme)\.(?:md|mdx|markdown)$/i;

const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const isIndexPath = (path: string): boolean => INDEX.test(getFileName(path));

/** The id that Notion appends to each name. */
const NOTION_ID = / [0-9a-f]{32}$/;

/** "02-getting_started" → "getting started". A longer number, such as a year, belongs to the name. */
export const wordsOfName = (name: string): string =>
  name
    .replace(NOTION_ID, '')
    .replace(/^\d{1,3}[-_. ]+(?=.)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();

/** A title for a file that has none. The folder of an index says more than its name. */
export function nameOfFile(path: string): string {
  const name = getFileName(path).replace(/\.(?:md|mdx|markdown)$/i, '');
  const words = wordsOfName(isIndexPath(path) ? (path.split('/').at(-2) ?? name) : name) || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Sorts files as their readers expect them: the index of a folder first, then by the order in the front matter or the
 * number before the name, then by name. The files of an export carry their creation time: the newest comes first, as in
 * the lists of the hub that they come from.
 * @param options.listed position of a file, without its extension, or folder, where the tree itself states it
 * @param options.isExport whether they are of a hub, whose order of pages is that of a tree
 */
export function sortForReading<T extends OrderedFile>(
  files: readonly T[],
  { listed = new Map(), isExport = false }: { listed?: ReadonlyMap<string, number>; isExport?: boolean } = {},
): T[] {
  if (files.every(({ createdAt, order }) => createdAt !== undefined && (isExport || order === undefined)))
    return files.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  const orders = new Map(files.map(({ path, order }) => [folderOfIndex(path) ?? path, order]));
  const getOrder = (path: string) => {
    const name = getFileName(path);
    const known = listed.get(path);
    if (known !== undefined) return known;
    if (INDEX.test(name)) return -1;
    return orders.get(path) ?? Number(NUMBER_PREFIX.exec(name)?.[1] ?? Infinity);
  };
  return files.toSorted((a, b) => {
    const [one, two] = getSiblings(a.path, b.path);
    const [first, second] = [getOrder(one), getOrder(two)];
    return first === second ? byName.compare(one, two) : first - second;
  });
}

/** The order of an index is that of its folder among the folder's siblings. */
const folderOfIndex = (path: string): string | undefined => {
  const end = path.lastIndexOf('/');
  return isIndexPath(path) && end !== -1 ? path.slice(0, end) : undefined;
};

/** The files, or the folders that contain them, where their paths part. */
function getSiblings(a: string, b: string): [string, string] {
  const [one, two] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (depth < one.length - 1 && depth < two.length - 1 && one[depth] === two[depth]) depth++;
  return [one.slice(0, depth + 1).join('/'), two.slice(0, depth + 1).join('/')];
}
