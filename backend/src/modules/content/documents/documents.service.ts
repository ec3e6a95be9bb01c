import { Injectable } from '@nestjs/common';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, notFound } from '../../../platform/http/domain-error.js';
import { documentCreated, documentDeleted, documentStatusChanged } from '../content.events.js';
import { audienceOf, audiencesOf } from '../items/audience.js';
import { ContentCounts, countKeyOf } from '../items/content-counts.js';
import { ContentItem } from '../items/content-item.entity.js';
import type { DocumentStatus } from '../items/enums.js';
import { Document } from './document.entity.js';
import { canDelete, canEdit, canMove, type DocumentFacts } from './document.policy.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import { DocumentFields } from './document-fields.js';

/** Commands on documents. Each is one transaction with its counters and events. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly fields: DocumentFields,
    private readonly counts: ContentCounts,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  /** @returns the id */
  async create(actor: Actor, request: CreateDocumentRequest): Promise<string> {
    return this.database.transaction(async (em) => {
      const status = request.status && actor.can('content.publish') ? request.status : 'DRAFT';
      const fields = await this.fields.forNew(actor, request);
      const item = ContentItem.create({ id: uuidv7(), kind: 'document', authorId: actor.userId, status, fields });
      em.persist(item);
      await em.flush();
      em.create(Document, { itemId: item.id, content: request.content });
      await this.counts.move(null, countKeyOf(item));
      await this.events.publish(documentCreated, { id: item.id, authorId: item.authorId });
      return item.id;
    });
  }

  /** @throws 409 stale_version when somebody saved since the version this edit is based on */
  async update(actor: Actor, id: string, request: UpdateDocumentRequest): Promise<void> {
    await this.database.transaction(async (em) => {
      const item = await this.locked(em, actor, id);
      if (!canEdit(actor, facts(item))) throw await refusal(this.permissions, actor, 'content.edit_any');
      if (request.version !== undefined && request.version !== item.version) {
        throw conflict('stale_version', 'Somebody else has saved this document since you opened it.', { current_version: item.version });
      }
      const before = countKeyOf(item);
      const document = await em.findOneOrFail(Document, item.id);
      item.edit(await this.fields.forEdit(actor, item, request));
      if (request.content !== undefined && request.content !== null) document.content = request.content;
      if (request.status) await this.move(actor, item, request.status);
      await em.flush();
      await this.counts.move(before, countKeyOf(item));
    });
  }

  async setStatus(actor: Actor, id: string, status: DocumentStatus): Promise<void> {
    await this.database.transaction(async (em) => {
      const item = await this.locked(em, actor, id);
      const before = countKeyOf(item);
      await this.move(actor, item, status);
      await em.flush();
      await this.counts.move(before, countKeyOf(item));
    });
  }

  /** For good: documents are not kept when deleted. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      const item = await this.locked(em, actor, id);
      if (!canDelete(actor, facts(item))) throw await refusal(this.permissions, actor, 'content.delete_any');
      em.remove(item);
      await em.flush();
      await this.counts.move(countKeyOf(item), null);
      await this.audit.record({ actor, action: 'document.deleted', subject: { type: 'document', id: item.id }, before: { title: item.title, slug: item.slug, status: item.status, author_id: item.authorId } });
      await this.events.publish(documentDeleted, { id: item.id, authorId: item.authorId, actorId: actor.userId });
    });
  }

  private async move(actor: Actor, item: ContentItem, to: DocumentStatus): Promise<void> {
    const before = facts(item).status;
    if (!canMove(actor, facts(item), to)) throw await refusal(this.permissions, actor, 'content.publish');
    if (before === to) return;
    item.moveTo(to);
    await this.events.publish(documentStatusChanged, { id: item.id, authorId: item.authorId, actorId: actor.userId, before, after: to });
    if (item.authorId !== actor.id) await this.audit.record({ actor, action: 'document.status_changed', subject: { type: 'document', id: item.id }, before: { status: before }, after: { status: to } });
  }

  /** The item under a row lock; 404 when it is missing or not visible to this person. */
  private async locked(em: EntityManager, actor: Actor, id: string): Promise<ContentItem> {
    const item = await em.findOne(ContentItem, { id, kind: 'document' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!item || !(item.authorId === actor.id || audiencesOf(actor).includes(audienceOf(item)))) throw notFound('This document');
    return item;
  }
}

const facts = (item: ContentItem): DocumentFacts => ({ author_id: item.authorId, status: item.status as DocumentStatus });
