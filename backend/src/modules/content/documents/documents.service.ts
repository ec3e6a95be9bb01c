import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { documentCreated } from '../content.events.js';
import type { DocumentStatus } from '../items/enums.js';
import type { ShowOn } from '../pictures/thumbnails.service.js';
import { DocumentEdits, type EditOutcome } from './document-edits.js';
import { DocumentFields } from './document-fields.js';
import { DocumentStatuses } from './document-status.js';
import { DocumentStore } from './document-store.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';

/** Writing documents. Each command is one transaction with its counters, history and events. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly fields: DocumentFields,
    private readonly store: DocumentStore,
    private readonly edits: DocumentEdits,
    private readonly statuses: DocumentStatuses,
    private readonly events: Events,
  ) {}

  /**
   * @param show puts a picture on the new document, in its transaction
   * @returns the id
   */
  async create(actor: Actor, request: CreateDocumentRequest, show?: ShowOn): Promise<string> {
    return this.database.transaction(async (em) => {
      const status = request.status && actor.can('content.publish') ? request.status : 'DRAFT';
      const item = await this.store.insert(em, actor, status, await this.fields.forNew(actor, request));
      await this.statuses.given(actor, item);
      await show?.(item.id);
      await this.events.publish(documentCreated, { id: item.id, authorId: item.authorId });
      return item.id;
    });
  }

  /** See DocumentEdits for what may stand in the way. A picture is no part of the text: it never waits for review. */
  async update(actor: Actor, id: string, request: UpdateDocumentRequest, show?: ShowOn): Promise<EditOutcome> {
    const { version, status, note } = request;
    return this.database.transaction(async () => {
      const outcome = await this.edits.edit(actor, id, {
        version,
        status,
        note,
        change: (item, start) => this.fields.forEdit(actor, item, start, request),
      });
      await show?.(id);
      return outcome;
    });
  }

  async setStatus(actor: Actor, id: string, status: DocumentStatus, note = ''): Promise<void> {
    await this.database.transaction(async (em) => {
      const locked = await this.store.locked(em, actor, id);
      await this.store.counted(actor, locked, () => this.statuses.request(em, actor, locked, status, note));
    });
  }

  /** As setStatus, by the slug, for who works alone in a hub; a document that does not stand at `from` stays as it is. */
  async step(actor: Actor, slug: string, from: DocumentStatus, to: DocumentStatus): Promise<void> {
    const found = await this.database.one<{ id: string; status: DocumentStatus }>(
      `select id, status from content_items where kind = 'document' and slug = $1`,
      [slug],
    );
    if (!found) throw notFound('This document');
    if (found.status === from) await this.setStatus(actor, found.id, to);
  }
}
