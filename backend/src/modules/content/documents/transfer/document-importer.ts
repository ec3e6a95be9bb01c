import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { canMakeTemplates } from '../document.policy.js';
import { DocumentsService } from '../documents.service.js';
import { ItemsQueries } from '../../items/items.queries.js';
import { type ArrangedPage, PageArrangementService } from '../../tree/page-arrangement.service.js';
import { type PreparedThumbnail, ThumbnailsService } from '../../items/thumbnails.service.js';
import { type CategoryDetails, CATEGORY_FILE, categoryKey, parseCategoryFile } from './category-file.js';
import { CategoryResolver, type ImportCategories } from './category-resolver.js';
import type { DocumentFields } from './document-fields.js';
import { FolderCategories } from './folder-categories.js';
import { type ImportFiles, isInputError, ImportedFilesService } from './imported-files.service.js';
import { type ImportPlan, ImportPlanner, type PlannedDocument, resolveLink, getSuggestedSlug } from './import-plan.js';
import { LinkReplacement } from './link-replacement.js';
import { getUnusedReason, type SkippedEntry } from './archive-inspection.js';
import { MAX_STEPS, runImmediately, type RunStep } from './transfer-limiter.js';
import { type SourceTree, treeKey } from './source-tree.js';
import type { Localized } from '../../../../platform/language/texts.js';

/**
 * Maps items in their order, while up to `count` further ones are mapped already.
 * @param dispose releases results that the consumer did not take
 */
async function* mapAhead<T, R>(
  items: readonly T[],
  count: number,
  map: (item: T) => Promise<R>,
  dispose: (result: R) => Promise<void>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  let next = 0;
  const fill = () => {
    while (next < items.length && started.length <= count) {
      const result = map(items[next++] as T);
      // Reported when its turn comes; until then it must not count as unhandled.
      result.catch(() => undefined);
      started.push(result);
    }
  };
  try {
    for (fill(); started.length > 0; fill()) yield await (started.shift() as Promise<R>);
  } finally {
    for (const result of await Promise.allSettled(started))
      if (result.status === 'fulfilled') await dispose(result.value);
  }
}

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
  /** ends the import between two files, without an outcome */
  signal?: AbortSignal;
  /** ends the import between two documents, with the outcome so far */
  cancelSignal?: AbortSignal;
  /** when a document was created, for those with a past */
  getTime?: (slug: string) => Date;
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
  /** what of the created documents was left out or leads nowhere, in the same order */
  warnings: SkippedEntry[];
  /** number of stored images */
  images: number;
  /** number of stored attachments */
  attachments: number;
  /** number of created categories */
  categories: number;
  /** whether it was canceled before its last document */
  canceled: boolean;
}

interface Run {
  tree: SourceTree;
  plan: ImportPlan;
  files: ImportFiles;
  categories: ImportCategories;
  folders: FolderCategories;
  usesFolders: boolean;
  publish: boolean;
  getAuthor: (name: string | undefined) => Actor;
  signal: AbortSignal | undefined;
  getTime: ImportOptions['getTime'];
}

/** A document whose files are stored and whose links are replaced. */
interface PreparedDocument {
  path: string;
  author: Actor;
  fields: DocumentFields['request'] & { slug: string };
  category: DocumentFields['category'];
  thumbnail: PreparedThumbnail | undefined;
  warnings: Localized[];
}

/** Documents prepared ahead of the one that is created: their images are encoded meanwhile, on another core. */
const PREPARED_AHEAD = MAX_STEPS - 1;

/** Creates documents from Markdown files, each in a transaction of its own; files that fail are reported. */
@Injectable()
export class DocumentImporter {
  constructor(
    private readonly planner: ImportPlanner,
    private readonly files: ImportedFilesService,
    private readonly documents: DocumentsService,
    private readonly categories: CategoryResolver,
    private readonly thumbnails: ThumbnailsService,
    private readonly items: ItemsQueries,
    private readonly arrangement: PageArrangementService,
  ) {}

  /**
   * May be repeated: existing documents are skipped. Lists show the newest document first, so the last one in reading
   * order is created first.
   * @throws the signal's reason when it is aborted; the documents created until then stay
   */
  async run(tree: SourceTree, options: ImportOptions): Promise<ImportOutcome> {
    const { runStep = runImmediately, onProgress, cancelSignal } = options;
    const plan = await this.planner.plan(tree, options.actor, runStep);
    const { found } = plan;
    const run = await this.start(tree, plan, options);
    const created: ImportedDocument[] = [];
    const refused: SkippedEntry[] = [];
    const warnings: SkippedEntry[] = [];
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
      else {
        created.unshift(result.document);
        warnings.unshift(...result.warnings.map((reason) => ({ path: document.path, reason })));
      }
      onProgress?.({ processed: created.length + refused.length, total });
    }
    await this.arrange(run, created, options.actor);
    const { files, categories } = run;
    const attachments = Array.from(found.attachments, ([key, { path }]) => [key, path] as const);
    const unused = [...found.images, ...attachments]
      .filter(([key]) => !plan.used.has(key))
      .map(([, path]) => ({ path, reason: getUnusedReason(path) }));
    return {
      created,
      skipped: [...found.skipped, ...plan.skipped, ...refused, ...files.skipped, ...unused],
      warnings,
      images: files.imageCount,
      attachments: files.attachmentCount,
      categories: categories.createdCount,
      canceled: created.length + refused.length < total,
    };
  }

  private async start(
    tree: SourceTree,
    plan: ImportPlan,
    { actor, authors, folderCategories = false, publish = false, signal, getTime }: ImportOptions,
  ): Promise<Run> {
    const { found } = plan;
    const folders = new FolderCategories(found.documents, {
      labels: plan.labels,
      pages: found.documents.filter((path) => plan.slugs.has(treeKey(path))),
      // An export has a folder for each category.
      hasRoot: found.hasCategoryFile,
    });
    const details = folderCategories ? getPositions(folders, plan.documents) : new Map<string, CategoryDetails>();
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
      files: this.files.forImport(tree, found, signal),
      categories: this.categories.forImport(details),
      folders,
      usesFolders: folderCategories,
      publish: publish && actor.can('content.publish'),
      getAuthor: (name) => authors?.get(name ?? '') ?? actor,
      signal,
      getTime,
    };
  }

  private async prepare(run: Run, { path, slug }: PlannedDocument): Promise<PreparedDocument> {
    const { plan, files, signal } = run;
    const file = await this.files.read(run.tree, path, plan.labels.get(treeKey(path)));
    const { request, warnings, ...described } = file.fields;
    const author = run.getAuthor(described.author);
    const replacement = new LinkReplacement(plan, (key) => files.getUrl(author, key), signal);
    const content = await replacement.replace(path, file);
    // Readers do not see templates, so what cannot be one becomes a draft.
    const isNoTemplate = request.is_template && !canMakeTemplates(author);
    if (isNoTemplate) warnings.push(({ imports }) => imports.noTemplate);
    const wanted = request.status ?? (run.publish ? ('PUBLISHED' as const) : undefined);
    const status = isNoTemplate ? ('DRAFT' as const) : wanted;
    if (status && status !== 'DRAFT' && !author.can('content.publish'))
      warnings.push(({ imports }) => imports.draftOnly(status));
    return {
      path,
      author,
      fields: { ...request, content, slug, ...(status && { status }), ...(isNoTemplate && { is_template: false }) },
      category: described.category ?? (run.usesFolders ? run.folders.getNames(path) : undefined),
      thumbnail: await this.getThumbnail(run, author, path, described.thumbnail, warnings),
      warnings: [...warnings, ...replacement.warnings],
    };
  }

  private async create(
    run: Run,
    { path, author, category, warnings, ...document }: PreparedDocument,
  ): Promise<{ document: ImportedDocument; warnings: Localized[] }> {
    await using thumbnail = document.thumbnail;
    const fields = { ...document.fields, category_id: await run.categories.findOrCreate(category, author) };
    if (category?.length && fields.category_id === null) warnings.push(lostCategory(category));
    const options = { thumbnail, at: run.getTime?.(fields.slug) };
    const made = await this.createDocument(author, fields, options).catch((error: unknown) => {
      // Another item took the slug since the import was planned.
      const free = getSuggestedSlug(error);
      if (!free) throw error;
      return this.createDocument(author, { ...fields, slug: free }, options);
    });
    return { document: { ...made, title: fields.title, path }, warnings };
  }

  private async createDocument(
    author: Actor,
    fields: DocumentFields['request'] & { slug: string },
    options: { thumbnail: PreparedThumbnail | undefined; at: Date | undefined },
  ): Promise<{ id: string; slug: string }> {
    return { id: await this.documents.create(author, fields, options), slug: fields.slug };
  }

  /** The pages of each category get the order of the source, and those of a folder the parent that is its index. */
  private async arrange({ plan, folders }: Run, created: readonly ImportedDocument[], actor: Actor): Promise<void> {
    const ids = new Map(created.map(({ path, id }) => [path, id]));
    const places = new Map(plan.documents.map((document) => [document.path, document]));
    const inOrder = plan.found.hasCategoryFile
      ? created.toSorted((a, b) => (places.get(a.path)?.order ?? 0) - (places.get(b.path)?.order ?? 0))
      : created;
    const parents = new Map<string, string | undefined>();
    const findParent = async (path: string): Promise<string | undefined> => {
      const parent = folders.getParent(path);
      if (parent === undefined || ids.has(parent)) return parent && ids.get(parent);
      // It was in the hub already.
      if (!parents.has(parent)) {
        const slug = plan.slugs.get(treeKey(parent)) ?? '';
        const found = await this.items.resolve('document', slug, actor).catch(() => undefined);
        parents.set(parent, found?.id);
      }
      return parents.get(parent);
    };
    const pages: ArrangedPage[] = [];
    for (const { id, path } of inOrder) pages.push({ id, parentId: (await findParent(path)) ?? null });
    await this.arrangement.arrange(pages);
  }

  /** @returns undefined for an image that is refused: the document is imported without it */
  private async getThumbnail(
    { files, plan }: Run,
    author: Actor,
    path: string,
    target: string | undefined,
    warnings: Localized[],
  ): Promise<PreparedThumbnail | undefined> {
    if (target === undefined) return undefined;
    const key = resolveLink(plan.targets, path, { kind: 'image', target })?.key;
    try {
      const image = key === undefined ? undefined : await files.read(key);
      if (image) return await this.thumbnails.prepare(author, 'document', image);
    } catch (error) {
      files.skip(key ?? target, error);
    }
    warnings.push(({ imports }) => imports.thumbnailMissing(target.slice(0, 200)));
    return undefined;
  }
}

function lostCategory(category: string | readonly string[]): Localized {
  const name = typeof category === 'string' ? category : category.join(' / ');
  return ({ imports }) => imports.noCategory(name);
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
    return { path, reason: error.detail };
  }
}

/** New categories appear in the order of their folders. */
function getPositions(folders: FolderCategories, documents: readonly PlannedDocument[]): Map<string, CategoryDetails> {
  const details = new Map<string, CategoryDetails>();
  const counts = new Map<string, number>();
  for (const { path } of documents) {
    const names = folders.getNames(path);
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
