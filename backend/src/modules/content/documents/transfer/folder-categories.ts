import { parseYaml } from './markdown-file.js';
import { isIndexPath, wordsOfName } from './reading-order.js';

/** A file of Docusaurus that says how its folder is called and where it appears: `_category_.json`. */
export const isFolderNote = (path: string): boolean => /(?:^|\/)_category_\.(?:json|ya?ml)$/i.test(path);

export const MAX_FOLDER_NOTE_BYTES = 16 * 1024;

interface FolderNote {
  label: string | undefined;
  position: number | undefined;
}

/** JSON is YAML. @throws UnreadableEntry */
export function parseFolderNote(bytes: Buffer): FolderNote {
  const [value] = parseYaml(bytes.toString('utf8'), 'file') as [Record<string, unknown> | null | undefined];
  const { label, position } = value ?? {};
  return {
    label: typeof label === 'string' && label.trim() ? label.trim() : undefined,
    position: typeof position === 'number' ? position : undefined,
  };
}

/** The folder of an export for documents without category. */
export const UNCATEGORIZED = 'uncategorized';

const MAX_NAME_LENGTH = 80;
/** Folders below are of the last category. */
const MAX_CATEGORY_DEPTH = 8;

/**
 * Maps folders to categories: one per folder, inside the category of the parent folder. A folder with an index below a
 * category is that page, with its files as children, unless a folder below it is a category: pages contain none.
 */
export class FolderCategories {
  /** number of leading folders that all documents share */
  private readonly rootDepth: number;

  private readonly labels: ReadonlyMap<string, string>;
  /** the index by the path of its folder */
  private readonly indexes: ReadonlyMap<string, string>;
  /** folders with documents and no index, and those above them */
  private readonly withCategories = new Set<string>();

  /**
   * @param options.labels names of folders by their paths, where the source states them
   * @param options.pages paths of the documents that an index can be among
   * @param options.hasRoot whether the folder that all documents share can be a category too
   */
  constructor(
    paths: readonly string[],
    {
      labels = new Map<string, string>(),
      pages = [],
      hasRoot = false,
    }: { labels?: ReadonlyMap<string, string>; pages?: readonly string[]; hasRoot?: boolean } = {},
  ) {
    this.labels = labels;
    this.indexes = new Map(pages.filter(isIndexPath).map((path) => [getFolders(path).join('/'), path]));
    const folders = paths.map(getFolders);
    // In an export the file of a page with children is its index, and the front matter names the category.
    for (const names of hasRoot ? [] : folders)
      if (!this.indexes.has(names.join('/')))
        for (let depth = names.length; depth > 0; depth--) this.withCategories.add(names.slice(0, depth).join('/'));
    const shared = sharedLength(folders);
    // The root of an archive is no category, unless it is the only folder.
    const isOnlyFolder = folders.every(({ length }) => length === shared);
    this.rootDepth = hasRoot ? 0 : isOnlyFolder ? Math.max(0, shared - 1) : shared;
  }

  /** The names of the category and those above it, the outermost first; empty for documents at the root. */
  getNames(path: string): string[] {
    const folders = getFolders(path);
    const names: string[] = [];
    if (folders[this.rootDepth] === UNCATEGORIZED) return names;
    for (let depth = this.rootDepth; depth < folders.length && names.length < MAX_CATEGORY_DEPTH; depth++) {
      const folder = folders.slice(0, depth + 1).join('/');
      if (!names.length || !this.isPage(folder)) names.push(this.getName(folders[depth]!, folder));
    }
    return names;
  }

  /** The page that a file is below: the index of its folder, or of the folder above if it is the index itself. */
  getParent(path: string): string | undefined {
    const folders = getFolders(path);
    const folder = folders.slice(0, isIndexPath(path) ? -1 : undefined).join('/');
    return this.getNames(folder).length && this.isPage(folder) ? this.indexes.get(folder) : undefined;
  }

  private isPage(folder: string): boolean {
    return this.indexes.has(folder) && !this.withCategories.has(folder);
  }

  private getName(folder: string, path: string): string {
    const words = wordsOfName(folder) || folder;
    const name = this.labels.get(path) ?? words.charAt(0).toUpperCase() + words.slice(1);
    return name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim();
  }
}

const getFolders = (path: string): string[] => path.split('/').slice(0, -1);

function sharedLength(folders: readonly string[][]): number {
  const [first = []] = folders;
  const parting = first.findIndex((name, depth) => folders.some((other) => other[depth] !== name));
  return parting === -1 ? first.length : parting;
}
