import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DocumentsService } from '../documents/documents.service.js';
import { Pictures } from '../../../platform/pictures/pictures.js';
import { type ShowOn, Thumbnails } from '../pictures/thumbnails.service.js';
import { CategoryNames } from './category-names.js';
import { type DescribedDocument, describedBy } from './front-matter-fields.js';
import { ImportImages } from './import-images.js';
import { type ImportPlan, ImportPlanner, suggestedBy } from './import-plan.js';
import { type Skipped, survey } from './import-survey.js';
import { parseMarkdownFile } from './markdown-file.js';
import { relink, targetsIn } from './markdown-links.js';
import { resolveLink, type SourceTree, treeKey } from './source-tree.js';

export interface ImportOptions {
  /** whose documents they become */
  actor: Actor;
  /** people whom the front matter may name as the author instead; nobody, where people import */
  authors?: ReadonlyMap<string, Actor>;
}

export interface ImportedDocument {
  id: string;
  slug: string;
  title: string;
  path: string;
}

export interface ImportOutcome {
  created: ImportedDocument[];
  skipped: Skipped[];
  /** how many were stored */
  images: number;
}

interface Run {
  tree: SourceTree;
  plan: ImportPlan;
  images: ImportImages;
  has: (key: string) => boolean;
}

/** Makes documents of Markdown files. Each is created by itself, as if its author had written it; what cannot be is reported. */
@Injectable()
export class DocumentImport {
  constructor(
    private readonly planner: ImportPlanner,
    private readonly documents: DocumentsService,
    private readonly categories: CategoryNames,
    private readonly pictures: Pictures,
    private readonly thumbnails: Thumbnails,
    private readonly config: Config,
  ) {}

  /** May be repeated: what is there already is passed over. */
  async run(tree: SourceTree, { actor, authors }: ImportOptions): Promise<ImportOutcome> {
    const found = await survey(tree, this.config);
    const plan = await this.planner.plan(tree, found, actor);
    const images = new ImportImages(tree, this.pictures, found.images);
    const run: Run = { tree, plan, images, has: (key) => plan.slugs.has(key) || found.images.has(key) };
    const created: ImportedDocument[] = [];
    const refused: Skipped[] = [];
    for (const { path, slug } of plan.documents) {
      const file = parseMarkdownFile(await tree.read(path));
      const described = await describedBy(file, path);
      const author = authors?.get(described.author ?? '') ?? actor;
      try {
        created.push(await this.create(run, author, path, slug, described));
      } catch (error) {
        if (!(error instanceof DomainError) || error.status >= 500) throw error;
        refused.push({ path, reason: error.message });
      }
    }
    const unused = [...found.images]
      .filter(([key]) => !plan.shown.has(key))
      .map(([, path]) => ({ path, reason: 'No document shows this image.' }));
    return {
      created,
      skipped: [...found.skipped, ...plan.skipped, ...refused, ...images.skipped, ...unused],
      images: images.stored,
    };
  }

  private async create(
    run: Run,
    author: Actor,
    path: string,
    slug: string,
    described: DescribedDocument,
  ): Promise<ImportedDocument> {
    const { request, category } = described;
    const content = await this.relinked(run, author, path, request.content);
    const fields = { ...request, content, slug, category_id: await this.categories.idOf(category, author) };
    const made = await this.withThumbnail(run, author, path, described.thumbnail, (show) =>
      this.createAt(author, fields, show).catch((error: unknown) => {
        // Somebody took the address since it was planned.
        const free = suggestedBy(error);
        if (!free) throw error;
        return this.createAt(author, { ...fields, slug: free }, show);
      }),
    );
    return { ...made, title: request.title, path };
  }

  private async createAt(
    author: Actor,
    fields: DescribedDocument['request'] & { slug: string },
    show?: ShowOn,
  ): Promise<{ id: string; slug: string }> {
    return { id: await this.documents.create(author, fields, show), slug: fields.slug };
  }

  /** Images are stored and shown from here, links to other files lead to their documents. */
  private async relinked({ plan, images, has }: Run, author: Actor, path: string, content: string): Promise<string> {
    const addresses = new Map<string, string>();
    for (const target of targetsIn(content)) {
      const link = resolveLink(path, target, has);
      if (!link) continue;
      const slug = plan.slugs.get(link.key);
      const address = slug === undefined ? await images.address(author, link.key) : `/docs/${slug}${link.suffix}`;
      if (address !== undefined) addresses.set(target, address);
    }
    return relink(content, (target) => addresses.get(target));
  }

  /** A document comes with its picture or, where that cannot be taken, without; never without one because the import was cut short. */
  private async withThumbnail<T>(
    { images, has }: Run,
    author: Actor,
    path: string,
    target: string | undefined,
    create: (show?: ShowOn) => Promise<T>,
  ): Promise<T> {
    const link = target === undefined ? undefined : resolveLink(path, target, has);
    if (!link) return create();
    let isTaken = false;
    try {
      const picture = await images.read(treeKey(link.key));
      return await this.thumbnails.with(author, picture, (show) => {
        isTaken = true;
        return create(show);
      });
    } catch (error) {
      if (isTaken) throw error;
      images.refuse(link.key, error);
      return create();
    }
  }
}
