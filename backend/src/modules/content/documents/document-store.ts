import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { audienceOf, maySee } from '../items/audience.js';
import { ContentItem } from '../items/content-item.entity.js';
import { ItemRecords, recordedOf } from '../items/item-records.js';
import { ItemTraces } from '../items/item-traces.js';
import type { DocumentStatus } from '../items/enums.js';
import { lockedDocument } from '../items/locked-item.js';
import { Slugs } from '../items/slugs.js';
import { DocumentFiles } from '../pictures/document-files.js';
import type { DocumentSnapshot } from '../revisions/document-revision.entity.js';
import { Revisions } from '../revisions/revisions.js';
import { itemFieldsOf } from '../revisions/snapshot.js';
import { documentEntry } from '../search/document-entry.js';
import { Document } from './document.entity.js';

/** A document under a row lock. */
export interface Locked {
  item: ContentItem;
  document: Document;
}

/**
 * Where documents change: whatever a command does to one, its counters, tags, files, search entries, old addresses and history follow here.
 * Everything joins the caller's transaction. Locks are taken in the order item, addresses, counters, tags, words.
 */
@Injectable()
export class DocumentStore {
  constructor(
    private readonly records: ItemRecords,
    private readonly slugs: Slugs,
    private readonly revisions: Revisions,
    private readonly files: DocumentFiles,
    private readonly traces: ItemTraces,
  ) {}

  /** Under a row lock; 404 when it is missing or not visible to this person. */
  async locked(em: EntityManager, actor: Actor, id: string): Promise<Locked> {
    const item = await lockedDocument(em, actor, id);
    return { item, document: await em.findOneOrFail(Document, item.id) };
  }

  async insert(
    em: EntityManager,
    actor: Actor,
    status: DocumentStatus,
    snapshot: DocumentSnapshot,
  ): Promise<ContentItem> {
    const item = ContentItem.create({
      id: uuidv7(),
      kind: 'document',
      authorId: actor.userId,
      status,
      fields: itemFieldsOf(snapshot),
    });
    em.persist(item);
    await em.flush();
    em.create(Document, { itemId: item.id, content: snapshot.content });
    await this.slugs.moved('document', item.id, null, item.slug);
    await this.revisions.live(em, actor, item, snapshot, '');
    await this.files.showText(actor, item.id, snapshot.content);
    await this.records.follow(null, recordedOf(item), () => documentEntry(item, snapshot.content));
    return item;
  }

  /** Makes a text the live one, as the next version. Inside {@link counted}. */
  async write(actor: Actor, { item, document }: Locked, snapshot: DocumentSnapshot): Promise<void> {
    const before = item.slug;
    item.edit(itemFieldsOf(snapshot));
    document.content = snapshot.content;
    await this.slugs.moved('document', item.id, before, item.slug);
    await this.files.showText(actor, item.id, snapshot.content);
  }

  /**
   * Counters, tags and what the search knows follow from what `change` did to the document. Nobody can put it out of their own
   * sight (publish what only others may read): for them that act does not exist, as little as its outcome would.
   */
  async counted(actor: Actor, { item, document }: Locked, change: () => Promise<void>): Promise<void> {
    const before = recordedOf(item);
    await change();
    if (!maySee(actor, { authorId: item.authorId, audience: audienceOf(item) })) throw notFound('This document');
    await this.records.follow(before, recordedOf(item), () => documentEntry(item, document.content));
  }

  async remove(em: EntityManager, { item }: Locked): Promise<void> {
    await this.revisions.forget(item.id);
    await this.files.release(item.id);
    await this.traces.forget(item);
    em.remove(item);
    await em.flush();
    await this.records.forget(recordedOf(item));
  }
}
