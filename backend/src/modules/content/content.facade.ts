import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../../platform/access/actor.js';
import type { Page, PageRequest } from '../../platform/http/pagination/pagination.js';
import { Spool } from '../../platform/storage/spool.js';
import {
  type Contribution,
  ContributionsQueries,
  type ContentTotals,
  type VisibleCaption,
} from './home/contributions.queries.js';
import { type NewItem, NewItemsQueries } from './home/new-items.queries.js';
import { DocumentsService } from './documents/documents.service.js';
import { DocumentWorkflowService } from './documents/document-workflow.service.js';
import type { ContentKind, DocumentStatus } from './audience/audience.js';
import { type ItemCaption, itemPath, ItemsQueries, getKind, selectVisibleIds } from './items/items.queries.js';
import type { ReviewSubject } from './items/item.events.js';
import { SearchIndexer } from './search/search-indexer.js';
import type { PreparedMarkdown } from './search/search-text-parser.js';
import { DocumentImporter, type ImportOptions, type ImportOutcome } from './documents/transfer/document-importer.js';
import { openTree } from './documents/transfer/folder-tree.js';
import type { SourceTree } from './documents/transfer/source-tree.js';

/** What other modules and the demo content use of content. */
@Injectable()
export class ContentFacade {
  constructor(
    private readonly importer: DocumentImporter,
    private readonly searchIndex: SearchIndexer,
    private readonly items: ItemsQueries,
    private readonly contributions: ContributionsQueries,
    private readonly newItems: NewItemsQueries,
    private readonly documents: DocumentsService,
    private readonly documentWorkflow: DocumentWorkflowService,
    private readonly spool: Spool,
  ) {}

  /**
   * Moves a document, found by its slug, from one status to another; in any other status it is left as it is.
   * @param change.at dates its events back
   */
  transitionDocument(
    actor: Actor,
    slug: string,
    change: { from: DocumentStatus; to: DocumentStatus; at: Date },
  ): Promise<void> {
    return this.documentWorkflow.transitionIfStatus(actor, slug, change);
  }

  /** Title and path of an item; undefined when it was deleted. Permissions are not checked. */
  async findCaption(id: string): Promise<(ItemCaption & { path: string }) | undefined> {
    const caption = await this.items.findCaption(id);
    return caption && { ...caption, path: itemPath(caption) };
  }

  /**
   * Whether an item, or an edit of it, still awaits review. Locks the item for the caller's transaction, so that no
   * decision is made meanwhile.
   */
  lockAwaitsReview(id: string, subject: ReviewSubject): Promise<boolean> {
    return this.items.lockAwaitsReview(id, subject);
  }

  /** Creates documents from Markdown files; those that exist are skipped. */
  importDocuments(tree: SourceTree, options: ImportOptions): Promise<ImportOutcome> {
    return this.importer.run(tree, options);
  }

  /**
   * As {@link importDocuments}, from a folder or ZIP file.
   * @throws 415 when the file is not a ZIP, ENOENT when it does not exist
   */
  async importFromPath(path: string, options: ImportOptions): Promise<ImportOutcome> {
    const { tree, close } = await openTree(path, this.spool);
    try {
      return await this.importer.run(tree, options);
    } finally {
      await close();
    }
  }

  /** Indexes all items that the search index lacks. */
  async completeSearchIndex(): Promise<void> {
    await this.searchIndex.indexMissing();
  }

  /** The numbers of all items and views. Permissions are not checked. */
  getTotals(): Promise<ContentTotals> {
    return this.contributions.getTotals();
  }

  /** Whether a new hub has its first category and published document. */
  hasCategoryAndDocument(): Promise<{ categories: boolean; document: boolean }> {
    return this.contributions.hasCategoryAndDocument();
  }

  /** The numbers of all items by status. Permissions are not checked. */
  countByStatus(): Promise<Record<ContentKind, Record<string, number>>> {
    return this.contributions.countByStatus();
  }

  /**
   * The items and comments of a user that the actor may see, newest first, and one more than the limit if there are
   * more.
   */
  listContributions(userId: string, actor: Actor, page: Omit<PageRequest, 'offset'>): Promise<Page<Contribution>> {
    return this.contributions.list(userId, actor, page);
  }

  /** What others have published since a time and the actor may see, the latest first. */
  listNewItems(actor: Actor, since: Date, limit: number): Promise<NewItem[]> {
    return this.newItems.list(actor, since, limit);
  }

  /** Titles and paths of those items that the actor may see. */
  visibleCaptions(ids: readonly string[], actor: Actor): Promise<Map<string, VisibleCaption>> {
    return this.contributions.listCaptions(ids, actor);
  }

  /** Statement with the ids of the items of a category that the actor may see, for a statement of the caller. */
  selectVisibleIds(categoryId: string, actor: Actor): RawBuilder<{ id: string }> {
    return selectVisibleIds(categoryId, actor);
  }

  /** The id of an item. @throws 404 when it is missing, not visible to the actor, or `kind` is none */
  async getVisibleId(kind: string, idOrSlug: string, actor: Actor): Promise<string> {
    return (await this.items.resolve(getKind(kind), idOrSlug, actor)).id;
  }

  /** Parses the text for the search index; to be called before the transaction of {@link createDraft}. */
  prepareDocument(content: string): Promise<PreparedMarkdown> {
    return this.documents.prepareText(content);
  }

  /**
   * Creates a DRAFT of the actor, with a slug from the title. Joins the caller's transaction. The permission to create
   * is not checked.
   */
  async createDraft(
    actor: Actor,
    document: { title: string; content: string; tags: string[] },
    text: PreparedMarkdown,
  ): Promise<VisibleCaption> {
    const id = await this.documents.create(actor, document, { text });
    const created = (await this.visibleCaptions([id], actor)).get(id);
    if (!created) throw new Error('A draft must be visible to its author.');
    return created;
  }
}
