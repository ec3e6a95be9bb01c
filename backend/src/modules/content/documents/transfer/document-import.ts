import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DocumentsService } from '../documents.service.js';
import { Images } from '../../../../platform/images/images.js';
import { type PreparedThumbnail, ThumbnailsService } from '../../lifecycle/thumbnails.service.js';
import { type CategoryDetails, CATEGORY_FILE, categoryKey, parseCategoryFile } from './category-file.js';
import { CategoryNames, type ImportCategories } from './category-names.js';
import { type DocumentFields, parseDocumentFields } from './document-fields.js';
import { resolveLink } from './file-links.js';
import { FolderCategories } from './folder-categories.js';
import { ImportImages, isInputError } from './import-images.js';
import { type ImportPlan, ImportPlanner, type PlannedDocument, suggestedSlugOf } from './import-plan.js';
import { type ArchiveInspection, type SkippedEntry, inspectArchive } from './archive-inspection.js';
import { mapAhead } from './map-ahead.js';
import { parseMarkdownFile } from './markdown-file.js';
import { replaceTargets, targetsIn } from './markdown-links.js';
import { MAX_STEPS, runImmediately, type RunStep } from './transfer-slots.js';
import { type SourceTree, treeKey } from './source-tree.js';
import { TimeSlice } from './time-slice.js';

export interface ImportOptions {
  /** the author of the documents */
  actor: Actor;
  /** authors that front matter may name instead; none for imports by users */
  authors?: ReadonlyMap<string, Actor>;
  /** whether folders become categories, for documents whose front matter names none */
  folderCategories?: boolean;
  /** whether documents are published whose front matter names no status; the actor needs `content.publish` */
  publish?: boolean;
  /** limits concurrent steps; by default they run immediately */
  runStep?: RunStep;
  /** ends the import between two files or images, without an outcome */
  signal?: AbortSignal;
  /** ends the import between two documents, with the outcome so far */
  cancelSignal?: AbortSignal;
  /** wraps the creation of each document, for example to date its events back */
  aroundCreate?: <T>(slug: string, create: () => Promise<T>) => Promise<T>;
  /** called once the files are known, and after each of them */
  onProgress?: (progress: ImportProgress) => void;
}

/** Numbers of documents. */
export interface ImportProgress {
  processed: number;
  total: number;
}

export interface ImportedDocument {
  id: string;
  slug: string;
  title: string;
  path: string;
}

export interface ImportOutcome {
  /** in reading order */
  created: ImportedDocument[];
  skipped: SkippedEntry[];
  /** number of stored images */
  images: number;
  /** number of created categories */
  categories: number;
  /** whether it was canceled before its last document */
  canceled: boolean;
}

interface Run {
  tree: SourceTree;
  plan: ImportPlan;
  images: ImportImages;
  categories: ImportCategories;
  folders: FolderCategories | undefined;
  publish: boolean;
  has: (key: string) => boolean;
  authorOf: (name: string | undefined) => Actor;
  signal: AbortSignal | undefined;
  aroundCreate: NonNullable<ImportOptions['aroundCreate']>;
}

/** A document whose images are stored and whose links are replaced. */
interface PreparedDocument {
  path: string;
  author: Actor;
  fields: DocumentFields['request'] & { slug: string };
  category: DocumentFields['category'];
  thumbnail: PreparedThumbnail | undefined;
}

/** Documents prepared ahead of the one that is created: their images are encoded meanwhile, on another core. */
const PREPARED_AHEAD = MAX_STEPS - 1;

/** Creates documents from Markdown files, each in a transaction of its own; files that fail are reported. */
@Injectable()
export class DocumentImport {
  constructor(
    private readonly planner: ImportPlanner,
    private readonly documents: DocumentsService,
    private readonly categories: CategoryNames,
    private readonly images: Images,
    private readonly thumbnails: ThumbnailsService,
    private readonly config: Config,
  ) {}

  /**
   * May be repeated: existing documents are skipped. Lists show the newest document first, so the last one in reading
   * order is created first.
   * @throws the signal's reason when it is aborted; the documents created until then stay
   */
  async run(tree: SourceTree, options: ImportOptions): Promise<ImportOutcome> {
    const { runStep = runImmediately, onProgress, cancelSignal } = options;
    const found = await runStep(() => inspectArchive(tree, this.config));
    const plan = await this.planner.plan(tree, found, options.actor, runStep);
    const run = await this.start(tree, found, plan, options);
    const created: ImportedDocument[] = [];
    const refused: SkippedEntry[] = [];
    const total = plan.documents.length;
    onProgress?.({ processed: 0, total });
    const prepared = mapAhead(
      plan.documents.toReversed(),
      PREPARED_AHEAD,
      (document) => runStep(() => reportInputErrors(run, document.path, () => this.prepare(run, document))),
      async (result) => void ('thumbnail' in result && (await result.thumbnail?.[Symbol.asyncDispose]())),
    );
    for await (const document of prepared) {
      options.signal?.throwIfAborted();
      if (cancelSignal?.aborted) {
        if ('thumbnail' in document) await document.thumbnail?.[Symbol.asyncDispose]();
        break;
      }
      const result =
        'reason' in document
          ? document
          : await runStep(() => reportInputErrors(run, document.path, () => this.create(run, document)));
      if ('reason' in result) refused.unshift(result);
      else created.unshift(result);
      onProgress?.({ processed: created.length + refused.length, total });
    }
    const { images, categories } = run;
    const unused = [...found.images]
      .filter(([key]) => !plan.shown.has(key))
      .map(([, path]) => ({ path, reason: 'No document shows this image.' }));
    return {
      created,
      skipped: [...found.skipped, ...plan.skipped, ...refused, ...images.skipped, ...unused],
      images: images.storedCount,
      categories: categories.createdCount,
      canceled: created.length + refused.length < total,
    };
  }

  private async start(
    tree: SourceTree,
    found: ArchiveInspection,
    plan: ImportPlan,
    { actor, authors, folderCategories = false, publish = false, signal, aroundCreate }: ImportOptions,
  ): Promise<Run> {
    const folders = folderCategories ? new FolderCategories(found.documents) : undefined;
    const details = folders ? positionsOf(folders, plan.documents) : new Map<string, CategoryDetails>();
    if (found.hasCategoryFile) {
      const described = await reportInputErrors({ signal }, CATEGORY_FILE, async () =>
        parseCategoryFile(await tree.read(CATEGORY_FILE)),
      );
      if ('reason' in described) found.skipped.push(described);
      else for (const [key, value] of described) details.set(key, value);
    }
    return {
      tree,
      plan,
      images: new ImportImages(tree, this.images, found.images, signal),
      categories: this.categories.forImport(details),
      folders,
      publish: publish && actor.can('content.publish'),
      has: (key) => plan.slugs.has(key) || found.images.has(key),
      authorOf: (name) => authors?.get(name ?? '') ?? actor,
      signal,
      aroundCreate: aroundCreate ?? ((_slug, create) => create()),
    };
  }

  private async prepare(run: Run, { path, slug }: PlannedDocument): Promise<PreparedDocument> {
    const described = await parseDocumentFields(parseMarkdownFile(await run.tree.read(path)), path);
    const author = run.authorOf(described.author);
    const { request } = described;
    const content = await this.relinked(run, author, path, request.content);
    const status = request.status ?? (run.publish ? ('PUBLISHED' as const) : undefined);
    return {
      path,
      author,
      fields: { ...request, content, slug, ...(status && { status }) },
      category: described.category ?? run.folders?.namesOf(path),
      thumbnail: await this.thumbnailOf(run, author, path, described.thumbnail),
    };
  }

  private async create(run: Run, { path, author, category, ...document }: PreparedDocument): Promise<ImportedDocument> {
    await using thumbnail = document.thumbnail;
    const fields = { ...document.fields, category_id: await run.categories.findOrCreate(category, author) };
    const create = () => this.createAt(author, fields, thumbnail);
    const made = await run.aroundCreate(fields.slug, create).catch((error: unknown) => {
      // Another item took the slug since the import was planned.
      const free = suggestedSlugOf(error);
      if (!free) throw error;
      return this.createAt(author, { ...fields, slug: free }, thumbnail);
    });
    return { ...made, title: fields.title, path };
  }

  private async createAt(
    author: Actor,
    fields: DocumentFields['request'] & { slug: string },
    thumbnail?: PreparedThumbnail,
  ): Promise<{ id: string; slug: string }> {
    return { id: await this.documents.create(author, fields, thumbnail), slug: fields.slug };
  }

  /** Stores the images of a text, and replaces links to files by links to the images and documents. */
  private async relinked(
    { plan, images, has, signal }: Run,
    author: Actor,
    path: string,
    content: string,
  ): Promise<string> {
    const addresses = new Map<string, string>();
    const slice = new TimeSlice();
    for (const target of targetsIn(content)) {
      signal?.throwIfAborted();
      if (slice.isOver) await slice.next();
      const link = resolveLink(path, target, has);
      if (!link) continue;
      const slug = plan.slugs.get(link.key);
      const address = slug === undefined ? await images.getUrl(author, link.key) : `/docs/${slug}${link.suffix}`;
      if (address !== undefined) addresses.set(target, address);
    }
    return replaceTargets(content, (target) => addresses.get(target));
  }

  /** @returns undefined for an image that is refused: the document is imported without it */
  private async thumbnailOf(
    { images, has }: Run,
    author: Actor,
    path: string,
    target: string | undefined,
  ): Promise<PreparedThumbnail | undefined> {
    const link = target === undefined ? undefined : resolveLink(path, target, has);
    if (!link) return undefined;
    try {
      const image = await images.read(treeKey(link.key));
      return image && (await this.thumbnails.prepare(author, 'document', image));
    } catch (error) {
      images.skip(link.key, error);
      return undefined;
    }
  }
}

/** @throws errors that the file did not cause */
async function reportInputErrors<T>(
  { signal }: { signal: AbortSignal | undefined },
  path: string,
  work: () => Promise<T>,
): Promise<T | SkippedEntry> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (!isInputError(error)) throw error;
    return { path, reason: error.message };
  }
}

/** New categories appear in the order of their folders. */
function positionsOf(folders: FolderCategories, documents: readonly PlannedDocument[]): Map<string, CategoryDetails> {
  const details = new Map<string, CategoryDetails>();
  const counts = new Map<string, number>();
  for (const { path } of documents) {
    const names = folders.namesOf(path);
    for (let depth = 1; depth <= names.length; depth++) {
      const key = categoryKey(names.slice(0, depth));
      if (details.has(key)) continue;
      const parent = categoryKey(names.slice(0, depth - 1));
      const position = (counts.get(parent) ?? 0) + 1;
      counts.set(parent, position);
      details.set(key, { order_index: position });
    }
  }
  return details;
}
