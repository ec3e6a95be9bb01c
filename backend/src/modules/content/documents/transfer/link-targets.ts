import { countLeading } from './source-lines.js';
import { isDocumentPath, treeKey } from './source-tree.js';

/** A file that a link leads to. */
interface LinkTarget {
  key: string;
  /** the part of the link after its path, without `#` */
  anchor: string | undefined;
}

/** A path that names a file, as a whole or by its end. */
interface NamedPath {
  /** in lower case with its last part first, so that the paths with the same end follow each other in a sorted list */
  turned: string;
  key: string;
  /** place of the file in the order of preference */
  rank: number;
  folder: number;
}

const EXTENSIONS = ['.md', '.mdx', '.markdown'];
const INDEXES = ['index', '_index', 'README', 'readme'].flatMap((name) => EXTENSIONS.map((type) => name + type));
const PAGE_EXTENSION = /\.(?:html?|md|mdx|markdown)$/i;
/** Folders whose files static site generators serve at the root. */
const STATIC_FOLDERS = ['', 'public/', 'static/', 'source/', 'assets/'];
/** Folders above a file that can be the root of its site. */
const MAX_ROOTS = 8;
/** A longer address leads to no file. */
const MAX_TARGET_LENGTH = 1000;

/** Ways of writing the same path, the strictest first. */
const SPELLINGS: ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toLowerCase(),
  // Jekyll serves `_docs` as `docs`; numbers before names are for the order.
  (key) => key.toLowerCase().split('/').map(withoutPrefix).join('/'),
];

function withoutPrefix(name: string): string {
  const rest = name.replace(/^(?:_+|\d{1,3}[-_.])/, '');
  return /[a-z]/.test(rest) ? rest : name;
}

const LOOSEST = SPELLINGS.at(-1)!;

/** Resolves links between the files of a source, as the products resolve them that write such files. */
export class LinkTargets {
  /** Per spelling the key, or null where several files have the same one. */
  private readonly keys = SPELLINGS.map(() => new Map<string, string | null>());
  /** sorted, with and without the extensions of documents */
  private readonly namedPaths: readonly NamedPath[];
  /** number of each folder with files */
  private readonly folders = new Map<string, number>();
  private readonly addresses = new Map<string, string | null>();
  /** what the links of one file lead to: they often differ only in what follows their path */
  private recent: { from: string; keys: Map<string, string | undefined> } = { from: '', keys: new Map() };
  /** names of all files without extensions and of all folders, in the loosest spelling */
  private readonly segments = new Set<string>();

  /** @param paths of all files, also of those that are not imported */
  constructor(paths: Iterable<string>) {
    const keys = Array.from(paths, treeKey);
    for (const key of keys) {
      SPELLINGS.forEach((spelling, index) => addUnique(this.keys[index]!, spelling(key), key));
      for (const part of key.replace(PAGE_EXTENSION, '').split('/')) this.segments.add(LOOSEST(part));
      const folder = getFolder(key);
      if (!this.folders.has(folder)) this.folders.set(folder, this.folders.size);
    }
    this.namedPaths = keys
      .toSorted((a, b) => a.length - b.length)
      .flatMap((key, rank) => this.listNamedPaths(key, rank))
      .sort((a, b) => Number(a.turned > b.turned) - Number(a.turned < b.turned));
  }

  /** @param address of a page, from its front matter: `/guide/setup/` */
  addAddress(address: string, key: string): void {
    this.recent.keys.clear();
    const normalized = addressKey(address);
    if (normalized) addUnique(this.addresses, normalized, key);
  }

  /** Resolves the destination of a link or image. @returns undefined where it leads to no file of the source */
  resolve(from: string, target: string): LinkTarget | undefined {
    const { path, anchor } = splitTarget(target);
    if (!isLocal(path)) return undefined;
    const key = this.remembered(from, `link ${path}`, () => {
      // The address does not show whether it is encoded.
      for (const form of new Set([decoded(path), path])) {
        const found = this.findPath(from, form.replaceAll('\\', '/'));
        if (found !== undefined) return found;
      }
      return undefined;
    });
    return key === undefined ? undefined : { key, anchor };
  }

  /** Resolves the name of a note, which may have a part of its path before it. */
  resolveNote(from: string, target: string): LinkTarget | undefined {
    const [name = '', ...headings] = target.split('#');
    const anchor = headings.at(-1)?.trim();
    const path = name.trim().replaceAll('\\', '/');
    if (path.length > MAX_TARGET_LENGTH) return undefined;
    if (!path) return { key: treeKey(from), anchor };
    const key = this.remembered(
      from,
      `note ${path}`,
      () => this.findPath(from, path) ?? this.findPath(from, `/${path}`) ?? this.findName(from, path),
    );
    return key === undefined ? undefined : { key, anchor };
  }

  private remembered(from: string, link: string, find: () => string | undefined): string | undefined {
    if (this.recent.from !== from) this.recent = { from, keys: new Map() };
    const { keys } = this.recent;
    if (!keys.has(link)) keys.set(link, find());
    return keys.get(link);
  }

  private findPath(from: string, path: string): string | undefined {
    const bases = [...listBases(from, path)].map(treeKey);
    const candidates = bases.filter((base) => this.canExist(base)).flatMap(listCandidates);
    for (const [index, spelling] of SPELLINGS.entries())
      for (const candidate of candidates) {
        const found = this.keys[index]!.get(spelling(candidate));
        if (found) return found;
      }
    for (const base of bases) {
      const page = this.addresses.get(addressKey(base));
      if (page) return page;
    }
    return path.includes('/') ? undefined : this.findName(from, path, 1);
  }

  /** Most links lead out of the source, so their many candidates are not looked up. */
  private canExist(base: string): boolean {
    return base === '' || this.segments.has(LOOSEST(getFileName(base.replace(PAGE_EXTENSION, ''))));
  }

  /**
   * Finds a file by its name, in any folder; the nearest of several.
   * @param most files that may have the name
   */
  private findName(from: string, path: string, most = Infinity): string | undefined {
    const wanted = turned(treeKey(path.replace(/^\.?\/+/, '')).toLowerCase());
    const first = countLeading(this.namedPaths, (named) => named.turned < wanted);
    // The character after the slash that it ends with.
    const behind = `${wanted.slice(0, -1)}0`;
    const end = countLeading(this.namedPaths, (named) => named.turned < behind);
    if (end - first > most) return undefined;
    const folder = this.folders.get(getFolder(treeKey(from)));
    let nearest: NamedPath | undefined;
    // There can be thousands for each of thousands of links, so nothing is sorted or copied.
    for (let index = first; index < end; index++) {
      const named = this.namedPaths[index]!;
      if (!nearest || isNearer(named, nearest, folder)) nearest = named;
    }
    return nearest?.key;
  }

  private listNamedPaths(key: string, rank: number): NamedPath[] {
    const [path, folder] = [key.toLowerCase(), this.folders.get(getFolder(key)) ?? -1];
    const forms = isDocumentPath(key) ? [path, path.replace(PAGE_EXTENSION, '')] : [path];
    return forms.map((form) => ({ turned: turned(form), key, rank, folder }));
  }
}

/** Whether a link can lead to a file of its own source. */
export function isLocal(target: string): boolean {
  const { path } = splitTarget(target);
  return path !== '' && path.length <= MAX_TARGET_LENGTH && !/^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(path);
}

function splitTarget(target: string): { path: string; anchor: string | undefined } {
  const hash = target.indexOf('#');
  const before = hash === -1 ? target : target.slice(0, hash);
  return { path: before.split('?', 1)[0] ?? '', anchor: hash === -1 ? undefined : target.slice(hash + 1) };
}

function addUnique(map: Map<string, string | null>, name: string, key: string): void {
  const known = map.get(name);
  if (known !== key) map.set(name, known === undefined ? key : null);
}

/** The paths that a link may mean: sites with an address per folder resolve links against the page as a folder. */
function* listBases(from: string, path: string): Generator<string> {
  const folder = getFolder(from);
  if (!path.startsWith('/')) {
    const near = joined(folder, path);
    if (near !== undefined) yield near;
    const below = joined(from.replace(PAGE_EXTENSION, ''), path);
    if (below !== undefined) yield below;
  }
  // Wikis write paths from their root without a slash.
  const parts = folder === '' ? [] : folder.split('/');
  for (let depth = 0; depth <= Math.min(parts.length, MAX_ROOTS); depth++)
    for (const files of path.startsWith('.') ? [] : STATIC_FOLDERS) {
      const base = joined(parts.slice(0, depth).join('/'), `${files}${path}`);
      if (base !== undefined) yield base;
    }
}

/** @returns undefined for a path that leads out of the source */
function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..' && parts.length === 0) return undefined;
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Links omit the extension or have that of the built page, and a link to a folder means its index. */
function listCandidates(key: string): string[] {
  if (key === '') return INDEXES;
  const stem = key.replace(PAGE_EXTENSION, '');
  return [
    key,
    ...EXTENSIONS.map((extension) => stem + extension),
    ...INDEXES.map((name) => `${stem}/${name}`),
    `${stem}/${getFileName(stem)}.md`,
  ];
}

const addressKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/(?:^|\/)index\.html?$|\.html?$/, '')
    .replace(/^\/|\/$/g, '');

const turned = (path: string): string => `${path.split('/').toReversed().join('/')}/`;

/** Files of the same folder come before others. */
const isNearer = (a: NamedPath, b: NamedPath, folder: number | undefined): boolean =>
  (a.folder === folder) === (b.folder === folder) ? a.rank < b.rank : a.folder === folder;

const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const getFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
