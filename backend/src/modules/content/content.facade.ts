import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/access/actor.js';
import type { Page, PageQuery } from '../../platform/http/pagination/pagination.js';
import { CategoriesService } from './categories/categories.service.js';
import type { CreateCategoryRequest } from './categories/categories.dto.js';
import { type Contribution, ContributionsQueries, type ContentTotals } from './home/contributions.queries.js';
import { DocumentsService } from './documents/documents.service.js';
import type { DocumentStatus } from './items/enums.js';
import { type ItemCaption, itemPath, ItemsQueries } from './items/items.queries.js';
import { SearchIndexer } from './search/search-indexer.js';
import { DocumentImport, type ImportOptions, type ImportOutcome } from './documents/transfer/document-import.js';
import { openTree } from './documents/transfer/folder-tree.js';
import type { SourceTree } from './documents/transfer/source-tree.js';

/** What other modules and the demo content may ask of content. */
@Injectable()
export class ContentFacade {
  constructor(
    private readonly categories: CategoriesService,
    private readonly documents: DocumentsService,
    private readonly importer: DocumentImport,
    private readonly searchIndex: SearchIndexer,
    private readonly items: ItemsQueries,
    private readonly contributions: ContributionsQueries,
  ) {}

  /** @param actor null when the system itself makes it */
  createCategory(actor: Actor | null, category: CreateCategoryRequest): Promise<string> {
    return this.categories.create(actor, category);
  }

  /**
   * One step in the life of a document, by its slug. It stays as it is when it does not stand where the step begins.
   */
  moveDocument(actor: Actor, slug: string, from: DocumentStatus, to: DocumentStatus): Promise<void> {
    return this.documents.transitionIfStatus(actor, slug, from, to);
  }

  /** What to call a document or video and where it is; undefined when it is gone. Not held against anybody's rights. */
  async caption(id: string): Promise<(ItemCaption & { path: string }) | undefined> {
    const caption = await this.items.caption(id);
    return caption && { ...caption, path: itemPath(caption) };
  }

  /** Makes documents of Markdown files; what is there already is passed over. */
  importDocuments(tree: SourceTree, options: ImportOptions): Promise<ImportOutcome> {
    return this.importer.run(tree, options);
  }

  /**
   * The same from a folder or a ZIP on the disk.
   * @throws 415 when it is a file that is no ZIP, ENOENT when there is none
   */
  async importFrom(path: string, options: ImportOptions): Promise<ImportOutcome> {
    const { tree, close } = await openTree(path);
    try {
      return await this.importer.run(tree, options);
    } finally {
      close();
    }
  }

  /** Puts into the search index what is missing there. */
  async completeSearchIndex(): Promise<void> {
    await this.searchIndex.indexMissing();
  }

  /** How much there is in all; not held against anybody's rights. */
  totals(): Promise<ContentTotals> {
    return this.contributions.totals();
  }

  /** What a person has written, the latest first, as far as the asking one may see it. */
  contributionsOf(personId: string, actor: Actor, page: PageQuery): Promise<Page<Contribution>> {
    return this.contributions.list(personId, actor, page);
  }

  /** Titles and addresses of those items that the asking person may see. */
  visibleCaptions(ids: string[], actor: Actor): Promise<Map<string, { title: string; path: string }>> {
    return this.contributions.listCaptions(ids, actor);
  }
}
