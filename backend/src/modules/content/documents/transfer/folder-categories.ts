import { parseYaml } from './markdown-file.js';
import { wordsOfName } from './reading-order.js';

/** A file of Docusaurus that says how its folder is called and where it appears: `_category_.json`. */
export const isFolderNote = (path: string): boolean => /(?:^|\/)_category_\.(?:json|ya?ml)$/i.test(path);

export const MAX_FOLDER_NOTE_BYTES = 16 * 1024;

interface FolderNote {
  label: string | undefined;
  position: number | undefined;
}

/** JSON is YAML. @throws UnreadableEntry */
export function parseFolderNote(bytes: Buffer): FolderNote {
  const [value] = parseYaml(bytes.toString('utf8'), 'It') as [Record<string, unknown> | null | undefined];
  const { label, position } = value ?? {};
  return {
    label: typeof label === 'string' && label.trim() ? label.trim() : undefined,
    position: typeof position === 'number' ? position : undefined,
  };
}

const MAX_NAME_LENGTH = 80;
const MAX_DEPTH = 8;

/** Maps folders to categories: one per folder, inside the category of the parent folder. */
export class FolderCategories {
  /** number of leading folders that all documents share */
  private readonly rootDepth: number;

  /** @param labels names of folders by their paths, where the source states them */
  constructor(
    paths: readonly string[],
    private readonly labels: ReadonlyMap<string, string> = new Map(),
  ) {
    const folders = paths.map(getFolders);
    const shared = sharedLength(folders);
    // The root of an archive is no category, unless it is the only folder.
    const isOnlyFolder = folders.every(({ length }) => length === shared);
    this.rootDepth = isOnlyFolder ? Math.max(0, shared - 1) : shared;
  }

  /** The names of the category and those above it, the outermost first; empty for documents at the root. */
  getNames(path: string): string[] {
    const folders = getFolders(path);
    return folders
      .slice(this.rootDepth, this.rootDepth + MAX_DEPTH)
      .map((folder, index) => this.getName(folder, folders.slice(0, this.rootDepth + index + 1).join('/')));
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
