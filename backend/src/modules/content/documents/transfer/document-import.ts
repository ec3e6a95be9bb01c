import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DocumentsService } from '../documents.service.js';
import { Images } from '../../../../platform/images/images.js';
import { type PreparedThumbnail, ThumbnailsService } from '../../lifecycle/thumbnails.service.js';
import { CategoryNames } from './category-names.js';
import { type DocumentFields, parseDocumentFields } from './document-fields.js';
import { resolveLink } from './file-links.js';
import { ImportImages, isInputError } from './import-images.js';
import { type ImportPlan, ImportPlanner, suggestedSlugOf } from './import-plan.js';
import { type SkippedEntry, inspectArchive } from './archive-inspection.js';
import { parseMarkdownFile } from './markdown-file.js';
import { replaceTargets, targetsIn } from './markdown-links.js';
import { runImmediately, type RunStep } from './transfer-slots.js';
import { type SourceTree, treeKey } from './source-tree.js';
import { TimeSlice } from './time-slice.js';

export interface ImportOptions {
  /** the author of the documents */
  actor: Actor;
  /** authors that front matter may name instead; none for imports by users */
  authors?: ReadonlyMap<string, Actor>;
  /** limits concurrent steps; by default they run immediately */
  runStep?: RunStep;
  /** ends the import between two files or images */
  signal?: AbortSignal;
}

export interface ImportedDocument {
  id: string;
  slug: string;
  title: string;
  path: string;
}

export interface ImportOutcome {
  created: ImportedDocument[];
  skipped: SkippedEntry[];
  /** number of stored images */
  images: number;
}

interface Run {
  tree: SourceTree;
  plan: ImportPlan;
  images: ImportImages;
  has: (key: string) => boolean;
  authorOf: (name: string | undefined) => Actor;
  signal: AbortSignal | undefined;
}

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
   * May be repeated: existing documents are skipped.
   * @throws the signal's reason when it is aborted; the documents created until then stay
   */
  async run(
    tree: SourceTree,
    { actor, authors, runStep = runImmediately, signal }: ImportOptions,
  ): Promise<ImportOutcome> {
    const found = await runStep(() => inspectArchive(tree, this.config));
    const plan = await this.planner.plan(tree, found, actor, runStep);
    const images = new ImportImages(tree, this.images, found.images, signal);
    const has = (key: string) => plan.slugs.has(key) || found.images.has(key);
    const run: Run = { tree, plan, images, has, authorOf: (name) => authors?.get(name ?? '') ?? actor, signal };
    const created: ImportedDocument[] = [];
    const refused: SkippedEntry[] = [];
    for (const { path, slug } of plan.documents) {
      const result = await runStep(() => this.importFile(run, path, slug));
      if ('reason' in result) refused.push(result);
      else created.push(result);
    }
    const unused = [...found.images]
      .filter(([key]) => !plan.shown.has(key))
      .map(([, path]) => ({ path, reason: 'No document shows this image.' }));
    return {
      created,
      skipped: [...found.skipped, ...plan.skipped, ...refused, ...images.skipped, ...unused],
      images: images.storedCount,
    };
  }

  private async importFile(run: Run, path: string, slug: string): Promise<ImportedDocument | SkippedEntry> {
    try {
      const described = await parseDocumentFields(parseMarkdownFile(await run.tree.read(path)), path);
      return await this.create(run, run.authorOf(described.author), path, slug, described);
    } catch (error) {
      run.signal?.throwIfAborted();
      if (!isInputError(error)) throw error;
      return { path, reason: error.message };
    }
  }

  private async create(
    run: Run,
    author: Actor,
    path: string,
    slug: string,
    described: DocumentFields,
  ): Promise<ImportedDocument> {
    const { request, category } = described;
    const content = await this.relinked(run, author, path, request.content);
    const fields = { ...request, content, slug, category_id: await this.categories.findOrCreate(category, author) };
    await using thumbnail = await this.thumbnailOf(run, author, path, described.thumbnail);
    const made = await this.createAt(author, fields, thumbnail).catch((error: unknown) => {
      // Another item took the slug since the import was planned.
      const free = suggestedSlugOf(error);
      if (!free) throw error;
      return this.createAt(author, { ...fields, slug: free }, thumbnail);
    });
    return { ...made, title: request.title, path };
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
      return image && (await this.thumbnails.prepare(author, image));
    } catch (error) {
      images.skip(link.key, error);
      return undefined;
    }
  }
}
