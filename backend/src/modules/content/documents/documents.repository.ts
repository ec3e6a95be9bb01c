import { Injectable } from '@nestjs/common';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type FileReference, FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import type { Row, Schema } from '../../../schema/index.js';
import type { StoredSnapshot } from '../../../schema/json.js';
import { isOpenTo, isReviewer } from '../audience/audience.js';
import { type Item, type ItemFields, pickItemFields } from '../items/item.js';
import { ItemTrashService } from '../items/item-trash.service.js';
import { type IndexedTexts, ItemSearchSource } from '../items/item-search.source.js';
import { PassageMover } from '../engagement/comments/passage-mover.js';
import { ItemsService, type LockedItem } from '../items/items.service.js';
import { type PreparedMarkdown, SearchTextParser } from '../search/search-text-parser.js';

/** A document under a row lock. */
export interface LockedDocument extends LockedItem<Actor> {
  content: string;
}

export type { StoredSnapshot };
/** An edit that awaits review. */
export type PendingRevision = Pick<
  Row<'document_revisions'>,
  'id' | 'item_id' | 'author_id' | 'snapshot' | 'base_version'
>;
/** live: is or was the text of the document; pending: awaits review; rejected: was returned, with a review note. */
export const revisionStates = ['live', 'pending', 'rejected'] as const;
export type RevisionState = (typeof revisionStates)[number];

/** Every editable field of a document, as one version had it. */
export type DocumentSnapshot = ItemFields & { content: string };

export const completeSnapshot = ({ content, ...stored }: StoredSnapshot): DocumentSnapshot => ({
  ...pickItemFields({ thumbnail_placement: 'PAGE', ...stored }),
  content,
});

/** The current state of a document. */
export const createSnapshot = (item: Item, content: string): DocumentSnapshot => ({ ...pickItemFields(item), content });

/**
 * Whether the revision r is the actor's edit of a published document that was returned, and that they have neither
 * replaced nor dismissed. A document that was returned as a whole does not count: its text was live.
 */
export const isReturnedEdit = ({ id }: Pick<Actor, 'id'>): RawBuilder<boolean> =>
  sql`(r.state = 'rejected' and r.base_version > 0 and r.author_id = ${id}::uuid and not exists (
     select 1 from document_revisions o
     where o.item_id = r.item_id
       and (o.id > r.id and o.author_id = r.author_id or o.state = 'live' and o.snapshot = r.snapshot)))`;

type NewRevision = Omit<Insertable<Schema['document_revisions']>, 'id' | 'created_at' | 'snapshot'> & {
  snapshot: DocumentSnapshot;
};

/**
 * The images of a former or pending text. The live text may have dropped them, and files without a reference are
 * removed, so they would be missing when the version is restored or the edit approved.
 */
const toFileSubject = (id: string): FileReference => ({ subjectType: 'document_revision', subjectId: id });

/** The texts of documents, for indexing in the background. */
export const documentTexts = (parser: SearchTextParser): IndexedTexts => ({
  kind: 'document',
  join: sql`join documents d on d.item_id = i.id`,
  text: sql`d.content`,
  parse: (content, id) => parser.parseInBackground(content, id),
});

/**
 * Loads and stores documents with their history and pending edits. Everything joins the caller's transaction, which
 * holds the item's lock.
 */
@Injectable()
export class DocumentsRepository {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly parser: SearchTextParser,
    private readonly fileReferences: FileReferences,
    private readonly passages: PassageMover,
    visibility: VisibilityRegistry,
    trash: ItemTrashService,
    search: ItemSearchSource,
  ) {
    search.register(documentTexts(parser));
    visibility.register('document_revision', { findVisible: (actor, ids) => this.findVisible(actor, ids) });
    trash.registerHooks('document', { beforePurge: (itemId) => this.releaseFiles(itemId) });
  }

  /** Locks the row until the transaction ends. @throws 404, 403 category_read_only */
  async lock(actor: Actor, id: string): Promise<LockedDocument> {
    const locked = await this.items.lock(actor, { kind: 'document', id });
    return { ...locked, content: await this.getContent(locked.item.id) };
  }

  async getContent(id: string): Promise<string> {
    const row = await this.database.db
      .selectFrom('documents')
      .select('content')
      .where('item_id', '=', id)
      .executeTakeFirst();
    return row?.content ?? '';
  }

  /**
   * Adds a new document with its first version; {@link syncDerivedData} follows at the end of the command.
   * @param at dates its event back
   */
  async insert(actor: Actor, item: Item, content: string, at?: Date): Promise<LockedDocument> {
    const locked = await this.items.insert(actor, item, content, at);
    await this.database.db.insertInto('documents').values({ item_id: item.id, content }).execute();
    await this.insertLive(actor, item, createSnapshot(item, content), '');
    return { ...locked, content };
  }

  /** Makes a snapshot the live text, as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, locked: LockedDocument, { content, ...fields }: DocumentSnapshot): Promise<void> {
    await this.items.update(actor, locked, fields, content);
    if (content === locked.content) return;
    await this.database.db.updateTable('documents').set({ content }).where('item_id', '=', locked.item.id).execute();
    locked.content = content;
    await this.passages.requestMove(locked.item.id);
  }

  /**
   * @param text as it was parsed before the transaction
   * @throws 404 when the command would hide the document from the actor
   */
  async syncDerivedData(actor: Actor, locked: LockedDocument, text?: PreparedMarkdown): Promise<void> {
    await this.items.syncDerivedData(actor, locked, () => this.parser.getParsed(text, locked.content, locked.item.id));
  }

  /** Records the live text of a new version. */
  async insertLive(actor: Actor, item: Item, snapshot: DocumentSnapshot, note: string): Promise<void> {
    await this.insertRevision(actor, {
      item_id: item.id,
      version: item.version,
      snapshot,
      author_id: actor.userId,
      note,
      state: 'live',
    });
  }

  /**
   * Refuses a change that is based on an earlier version, and names who saved the current one.
   * @throws 409 stale_version
   */
  async requireVersion(actor: Actor, item: Item, version: number | null | undefined): Promise<void> {
    await this.items.requireVersion(actor, item, version, () => this.findLastEditor(item));
  }

  /** The author of the item's current text. */
  private findLastEditor(item: Item): Promise<{ id: string; name: string } | undefined> {
    return this.database.db
      .selectFrom('document_revisions as r')
      .innerJoin('people as a', 'a.id', 'r.author_id')
      .select(['a.id', 'a.name'])
      .where('r.item_id', '=', item.id)
      .where('r.version', '=', item.version)
      .executeTakeFirst();
  }

  /** The edit that is pending review. */
  findPending(itemId: string): Promise<PendingRevision | undefined> {
    return this.database.db
      .selectFrom('document_revisions')
      .select(['id', 'item_id', 'author_id', 'snapshot', 'base_version'])
      .where('item_id', '=', itemId)
      .where('state', '=', 'pending')
      .executeTakeFirst();
  }

  async findSnapshot(itemId: string, version: number): Promise<DocumentSnapshot | undefined> {
    const row = await this.database.db
      .selectFrom('document_revisions')
      .select('snapshot')
      .where('item_id', '=', itemId)
      .where('version', '=', version)
      .executeTakeFirst();
    return row && completeSnapshot(row.snapshot);
  }

  /** @returns the id */
  async insertPending(actor: Actor, item: Item, snapshot: DocumentSnapshot, note: string): Promise<string> {
    return this.insertRevision(actor, {
      item_id: item.id,
      snapshot,
      author_id: actor.userId,
      note,
      state: 'pending',
      base_version: item.version,
    });
  }

  /** Replaces a pending edit by the author's next one, which keeps the comments of its review. */
  async replacePending(
    actor: Actor,
    item: Item,
    former: PendingRevision,
    snapshot: DocumentSnapshot,
    note: string,
  ): Promise<void> {
    const { db } = this.database;
    // An item has one pending edit; the former one is none before the next is stored.
    await db.updateTable('document_revisions').set({ state: 'rejected' }).where('id', '=', former.id).execute();
    const id = await this.insertPending(actor, item, snapshot, note);
    await db.updateTable('comments').set({ revision_id: id }).where('revision_id', '=', former.id).execute();
    await this.removePending(former);
  }

  /** @returns whether the pending edit was the actor's own; others are kept */
  async removeOwnPending(actor: Actor, pending: PendingRevision | undefined): Promise<boolean> {
    if (pending?.author_id !== actor.id) return false;
    await this.removePending(pending);
    return true;
  }

  /** With the comments of its review. */
  private async removePending({ id }: PendingRevision): Promise<void> {
    await this.fileReferences.releaseAll('comment', sql`select c.id from comments c where c.revision_id = ${id}`);
    await this.fileReferences.release(toFileSubject(id));
    await this.database.db.deleteFrom('document_revisions').where('id', '=', id).execute();
  }

  /** Hides the actor's returned edit from their screens; it stays in the history. @returns whether there was one */
  async dismissRejectedEdit(actor: Actor, item: Item): Promise<boolean> {
    if (item.status !== 'PUBLISHED') return false;
    const { numUpdatedRows } = await this.database.db
      .updateTable('document_revisions as r')
      .set({ base_version: 0 })
      .where('r.item_id', '=', item.id)
      .where(isReturnedEdit(actor))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Records that a document was returned, with the reason, which is shown until the document is published. The author
   * of the revision is the author of its text, who is not always the author of the document.
   */
  async recordReturned(actor: Actor, item: Item, snapshot: DocumentSnapshot, reason: string): Promise<void> {
    const savedBy = await this.findLastEditor(item);
    await this.insertRevision(actor, {
      item_id: item.id,
      snapshot,
      author_id: savedBy?.id ?? item.author_id,
      note: '',
      review_note: reason,
      reviewer_id: actor.userId,
      reviewed_at: new Date(),
      state: 'rejected',
    });
  }

  /** Records that the current text of a document was approved. */
  async recordApproval(actor: Actor, item: Item): Promise<void> {
    await this.database.db
      .updateTable('document_revisions')
      .set({ reviewer_id: actor.userId, reviewed_at: new Date() })
      .where('item_id', '=', item.id)
      .where('version', '=', item.version)
      .execute();
  }

  /** The pending edit became the text of the document. */
  async accept(actor: Actor, { id }: PendingRevision, version: number, snapshot: DocumentSnapshot): Promise<void> {
    await this.decide(id, actor, { state: 'live', version, snapshot: JSON.stringify(snapshot) });
  }

  /** The edit is returned to its author. */
  async reject(actor: Actor, { id }: PendingRevision, review_note: string): Promise<void> {
    await this.decide(id, actor, { state: 'rejected', review_note });
  }

  private async decide(
    id: string,
    actor: Actor,
    columns: { state: RevisionState; version?: number; snapshot?: string; review_note?: string },
  ): Promise<void> {
    await this.database.db
      .updateTable('document_revisions')
      .set({ ...columns, reviewer_id: actor.userId, reviewed_at: new Date() })
      .where('id', '=', id)
      .execute();
  }

  /** Closes the review notes of a document that is published. */
  async clearReviewNotes(item: Item): Promise<void> {
    await this.database.db
      .updateTable('document_revisions')
      .set({ base_version: item.version })
      .where('item_id', '=', item.id)
      .where('state', '=', 'rejected')
      .where('base_version', 'is', null)
      .execute();
  }

  private async insertRevision(actor: Actor, revision: NewRevision): Promise<string> {
    const { snapshot } = revision;
    const id = uuidv7();
    await this.database.db
      .insertInto('document_revisions')
      .values({ id, created_at: new Date(), ...revision, snapshot: JSON.stringify(snapshot) })
      .execute();
    const fileIds = extractFileIds(snapshot.content);
    if (fileIds.length) await this.fileReferences.replace(fileIds, toFileSubject(id), actor);
    return id;
  }

  /** Revisions are deleted with their document by cascade; their file references are not. */
  private async releaseFiles(itemId: string): Promise<void> {
    await this.fileReferences.releaseAll(
      'document_revision',
      sql`select r.id from document_revisions r where r.item_id = ${itemId}`,
    );
  }

  private async findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const me = sql`${actor.id}::uuid`;
    const { rows } = await sql<{ id: string }>`
      select r.id from document_revisions r join content_items i on i.id = r.item_id
      where r.id = any(${ids}::uuid[]) and ${isOpenTo(actor, 'i')}
        and (${actor.can('content.edit_any')}::boolean or ${isReviewer(actor, 'i')} or r.author_id = ${me}
          or (i.author_id = ${me} and r.state <> 'pending'))
        and (${actor.can('content.view_internal')}::boolean or ${me} in (r.author_id, i.author_id)
          or coalesce(r.snapshot->>'visibility', '') <> 'INTERNAL')`.execute(this.database.db);
    return { visible: new Set(rows.map(({ id }) => id)), public: new Set() };
  }
}
