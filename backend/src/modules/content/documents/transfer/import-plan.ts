import { Injectable } from '@nestjs/common';
import { createSlug } from '@hub/shared/slugs';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { ItemFieldsService } from '../../items/item-fields.service.js';
import { type ArchiveInspection, inspectArchive, type SkippedEntry } from './archive-inspection.js';
import { DuplicateFinder } from './duplicate-finder.js';
import { parseFileLink } from './file-links.js';
import { parseFolderNote } from './folder-categories.js';
import { computeHash, ImportedFilesService, isFolderIndex } from './imported-files.service.js';
import { LinkTargets } from './link-targets.js';
import { parseMarkdownFile } from './markdown-file.js';
import type { LinkSpan } from './markdown-syntax.js';
import { isIndexPath, type OrderedFile, getPosition, sortForReading } from './reading-order.js';
import { isDocumentPath, type SourceTree, treeKey, UnreadableEntry } from './source-tree.js';
import { nameOfLink } from './text-links.js';
import type { TextOutline } from './text-outline.js';
import { TimeSlice } from './source-lines.js';
import type { RunStep } from './transfer-limiter.js';

/** Which files become documents, with their slugs: links between documents are written before all of them exist. */
export interface ImportPlan {
  found: ArchiveInspection;
  /** in reading order */
  documents: PlannedDocument[];
  /** slugs of all documents in the source by the key of their file, including duplicates */
  slugs: Map<string, string>;
  /** the hub's anchors of their headings, see TextOutline */
  anchors: Map<string, TextOutline['anchors']>;
  targets: LinkTargets;
  /** names of folders and titles of files, where the source states them */
  labels: Map<string, string>;
  /** keys of images that a text shows, and of files that one links to */
  used: Set<string>;
  skipped: SkippedEntry[];
}

export interface PlannedDocument extends OrderedFile {
  slug: string;
}

interface PlanningContext {
  tree: SourceTree;
  plan: ImportPlan;
  slugs: UniqueSlugs;
  duplicates: DuplicateFinder;
  /** planned slug by folder, preferred slug and hash of the text */
  planned: Map<string, string>;
}

/** The files whose anchors are known, so that an archive of nothing but headings does not fill the memory. */
const MAX_FILES_WITH_ANCHORS = 2000;

@Injectable()
export class ImportPlanner {
  constructor(
    private readonly database: Database,
    private readonly fields: ItemFieldsService,
    private readonly files: ImportedFilesService,
    private readonly config: Config,
  ) {}

  /**
   * Reads every file twice, because a link may name the address that another file states; only hashes stay in memory.
   */
  async plan(tree: SourceTree, actor: Actor, runStep: RunStep): Promise<ImportPlan> {
    const found = await runStep(() => inspectArchive(tree, this.config));
    const paths = [
      ...found.documents,
      ...found.images.values(),
      ...[...found.attachments.values(), ...found.skipped].map(({ path }) => path),
    ];
    const plan: ImportPlan = {
      found,
      documents: [],
      slugs: new Map(),
      anchors: new Map(),
      targets: new LinkTargets(paths),
      labels: new Map(),
      used: new Set(),
      skipped: [],
    };
    const planning: PlanningContext = {
      tree,
      plan,
      slugs: new UniqueSlugs((slug) => this.findFreeSlug(slug)),
      duplicates: new DuplicateFinder(this.database, this.files, actor),
      planned: new Map(),
    };
    const reportUnreadable = (path: string, work: () => Promise<void>) =>
      runStep(() => work().catch((error: unknown) => addUnreadable(plan.skipped, path, error)));
    const files: OrderedFile[] = [];
    for (const path of found.documents)
      await reportUnreadable(path, async () => void files.push(await readAddresses(tree, plan, path)));
    const positions = new Map<string, number>();
    for (const { path, order } of files)
      if (order !== undefined && isIndexPath(path)) positions.set(getFolder(path), order);
    for (const path of found.folderNotes)
      await reportUnreadable(path, async () => addFolderNote(plan, positions, path, await tree.read(path)));
    for (const { path } of files)
      if (/(?:^|\/)SUMMARY\.md$/.test(path))
        await reportUnreadable(path, () => this.addTableOfContents(planning, positions, path));
    for (const file of files) await reportUnreadable(file.path, () => this.planFile(planning, file));
    return {
      ...plan,
      documents: sortForReading(plan.documents, { listed: positions, isExport: found.hasCategoryFile }),
    };
  }

  private async planFile({ tree, plan, ...planning }: PlanningContext, ordered: OrderedFile): Promise<void> {
    const { path } = ordered;
    const key = treeKey(path);
    const file = await this.files.read(tree, path, plan.labels.get(key));
    const { request, thumbnail } = file.fields;
    const preferred = createSlug(request.slug ?? request.title);
    const markUsed = (kind: LinkSpan['kind'], used: string | undefined) => {
      if (used !== undefined && isUsable(plan.found, kind, used)) plan.used.add(used);
    };
    const getPlaceholders = (links: readonly LinkSpan[]) => this.getPlaceholders(plan.targets, path, links, markUsed);
    if (thumbnail) markUsed('image', plan.targets.resolve(path, thumbnail)?.key);
    const placeholders = await getPlaceholders(file.outline.links);
    const hash = computeHash(file, (link) => placeholders.get(nameOfLink(link)));
    // A link of a wiki that leads nowhere stays as it is.
    const bareHash = computeHash(file, (link) =>
      isOfWiki(link) && !placeholders.has(nameOfLink(link)) ? undefined : '',
    );
    // Many folders have the same page, such as those of the versions of a product: it is no duplicate there.
    const name = `${getFolder(path)}\n${preferred}\n${hash}`;
    const duplicate =
      planning.planned.get(name) ??
      (await planning.duplicates.find({ slug: preferred, bareHash, hash, getPlaceholders }));
    const slug = duplicate ?? (await planning.slugs.next(preferred));
    plan.slugs.set(key, slug);
    if (plan.anchors.size < MAX_FILES_WITH_ANCHORS) plan.anchors.set(key, file.outline.anchors);
    planning.planned.set(name, slug);
    if (duplicate) plan.skipped.push({ path, reason: ({ imports }) => imports.duplicate(`/docs/${duplicate}`) });
    else plan.documents.push({ ...ordered, slug });
  }

  /** The table of contents of mdBook and GitBook: a list of links in reading order, whose texts are the titles. */
  private async addTableOfContents(
    { tree, plan }: PlanningContext,
    positions: Map<string, number>,
    path: string,
  ): Promise<void> {
    const { outline } = await this.files.read(tree, path);
    for (const link of outline.links) {
      const key = resolveLink(plan.targets, path, link)?.key;
      if (key === undefined || positions.has(key)) continue;
      const position = positions.size;
      positions.set(key, position);
      if (link.label) plan.labels.set(key, link.label);
      for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1))
        if (!positions.has(key.slice(0, end))) positions.set(key.slice(0, end), position);
    }
  }

  /**
   * Placeholders for the links that an import replaces, so that texts compare without them: links to files of the hub,
   * to documents, and to files of the same archive. A stored text still has the last ones where they were not imported.
   * @returns by name of the link
   */
  private async getPlaceholders(
    targets: LinkTargets,
    path: string,
    links: readonly LinkSpan[],
    onKey: (kind: LinkSpan['kind'], key: string | undefined) => void,
  ): Promise<Map<string, string>> {
    const placeholders = new Map<string, string>();
    const seen = new Set<string>();
    const slice = new TimeSlice();
    for (const link of links) {
      const name = nameOfLink(link);
      if (seen.has(name)) continue;
      seen.add(name);
      if (slice.isOver) await slice.next();
      const key = resolveLink(targets, path, link)?.key;
      onKey(link.kind, key);
      const placeholder = this.getPlaceholder(link.target, key);
      if (placeholder !== undefined) placeholders.set(name, placeholder);
    }
    return placeholders;
  }

  private getPlaceholder(target: string, key: string | undefined): string | undefined {
    if (target.startsWith('#')) return 'anchor:';
    if (key ? !isDocumentPath(key) : parseFileLink(target, this.config.publicUrl)) return 'file:';
    return key || target.startsWith('/docs/') ? 'document:' : undefined;
  }

  private async findFreeSlug(slug: string): Promise<string> {
    try {
      return await this.fields.claimSlug('document', slug, null);
    } catch (error) {
      const suggestion = getSuggestedSlug(error);
      if (!suggestion) throw error;
      return suggestion;
    }
  }
}

/** The file of the source that a link leads to. */
export const resolveLink = (targets: LinkTargets, from: string, link: Pick<LinkSpan, 'kind' | 'target'>) =>
  isOfWiki(link) ? targets.resolveNote(from, link.target) : targets.resolve(from, link.target);

/** Whether a link of this kind can have the image or attachment: an image shows nothing else. */
export const isUsable = (found: ArchiveInspection, kind: LinkSpan['kind'], key: string): boolean =>
  found.images.has(key) || (kind !== 'image' && found.attachments.has(key));

const isOfWiki = ({ kind }: Pick<LinkSpan, 'kind'>): boolean => kind === 'wikilink' || kind === 'embed';

function addUnreadable(skipped: SkippedEntry[], path: string, error: unknown): void {
  if (!(error instanceof UnreadableEntry)) throw error;
  skipped.push({ path, reason: error.detail });
}

const getFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Notes the addresses that a file states for itself, and reads its position. */
async function readAddresses(tree: SourceTree, { targets, labels }: ImportPlan, path: string): Promise<OrderedFile> {
  const { front } = parseMarkdownFile(await tree.read(path));
  const { slug, permalink, url, aliases } = front;
  const addresses = [permalink, url, ...(Array.isArray(aliases) ? (aliases as unknown[]) : [])];
  for (const address of addresses)
    if (typeof address === 'string' && address.includes('/')) targets.addAddress(address, treeKey(path));
  if (typeof slug === 'string')
    targets.addAddress(slug.startsWith('/') ? slug : `docs/${createSlug(slug)}`, treeKey(path));
  const { title } = front;
  if (isFolderIndex(path) && typeof title === 'string') labels.set(getFolder(path), title);
  return { path, ...getPosition(front) };
}

function addFolderNote(plan: ImportPlan, positions: Map<string, number>, path: string, bytes: Buffer): void {
  const folder = getFolder(path);
  const { label, position } = parseFolderNote(bytes);
  if (label !== undefined) plan.labels.set(folder, label);
  if (position !== undefined) positions.set(folder, position);
}

/** The free slug that a `slug_taken` error suggests. */
export function getSuggestedSlug(error: unknown): string | undefined {
  return error instanceof DomainError && error.code === 'slug_taken' ? error.details.suggestion : undefined;
}

/** Slugs that are free in the hub and unique among the new documents. */
class UniqueSlugs {
  private readonly used = new Set<string>();
  private readonly numbers = new Map<string, number>();

  /** @param findFree returns the preferred slug, or a similar one that is free in the hub */
  constructor(private readonly findFree: (preferred: string) => Promise<string>) {}

  async next(preferred: string): Promise<string> {
    for (let number = this.numbers.get(preferred) ?? 1; ; number++) {
      const slug = await this.findFree(number === 1 || !preferred ? preferred : `${preferred.slice(0, 92)}-${number}`);
      this.numbers.set(preferred, number + 1);
      if (this.used.has(slug)) continue;
      this.used.add(slug);
      return slug;
    }
  }
}
