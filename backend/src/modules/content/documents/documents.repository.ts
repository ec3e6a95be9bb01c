import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { ContentItem } from '../items/content-item.entity.js';
import type { DocumentStatus } from '../items/enums.js';
import { ItemWriter, type LockedItem } from '../lifecycle/item-writer.js';
import { DocumentMarkdown } from './document-markdown.js';
import { Document } from './document.entity.js';
import type { DocumentSnapshot } from './revisions/document-revision.entity.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';
import { toItemFields } from './revisions/snapshot.js';

/** A document under a row lock, and its state before the command. */
export interface LockedDocument extends LockedItem {
  document: Document;
}

/** Loads and saves documents with their history and derived data. Everything joins the caller's transaction. */
@Injectable()
export class DocumentsRepository {
  constructor(
    private readonly items: ItemWriter,
    private readonly revisions: RevisionsRepository,
    private readonly markdown: DocumentMarkdown,
  ) {}

  /** Locks the row until the transaction ends. @throws 404 when it is missing or not visible to the actor */
  async lock(em: EntityManager, actor: Actor, id: string): Promise<LockedDocument> {
    const locked = await this.items.lock(em, actor, { kind: 'document', id });
    return { ...locked, document: await em.findOneOrFail(Document, locked.item.id) };
  }

  async insert(
    em: EntityManager,
    actor: Actor,
    status: DocumentStatus,
    snapshot: DocumentSnapshot,
  ): Promise<ContentItem> {
    const fields = toItemFields(snapshot);
    const item = ContentItem.create({ id: uuidv7(), kind: 'document', authorId: actor.userId, status, fields });
    em.persist(item);
    await em.flush();
    em.create(Document, { itemId: item.id, content: snapshot.content });
    await this.revisions.recordLive(em, actor, item, snapshot, '');
    await this.items.insert(actor, item, snapshot.content, () => this.markdown.getPrepared(snapshot.content, item.id));
    return item;
  }

  /** Makes a snapshot the live text, as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, { item, document }: LockedDocument, snapshot: DocumentSnapshot): Promise<void> {
    await this.items.update(actor, item, toItemFields(snapshot), snapshot.content);
    document.content = snapshot.content;
  }

  /** @throws 404 when the command would hide the document from the actor */
  async syncDerivedData(actor: Actor, locked: LockedDocument): Promise<void> {
    const { item, document } = locked;
    await this.items.syncDerivedData(actor, locked, () => this.markdown.getPrepared(document.content, item.id));
  }
}
