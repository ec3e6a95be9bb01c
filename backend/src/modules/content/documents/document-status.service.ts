import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import type { DocumentStatus } from '../items/enums.js';
import { DocumentWorkflow } from './document-workflow.js';
import { DocumentsRepository } from './documents.repository.js';

/** Sets the status of documents. */
@Injectable()
export class DocumentStatusService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsRepository,
    private readonly workflow: DocumentWorkflow,
  ) {}

  /** @throws 403, 404 */
  async setStatus(actor: Actor, id: string, status: DocumentStatus, note = ''): Promise<void> {
    await this.database.transaction(async (em) => {
      const locked = await this.documents.lock(em, actor, id);
      await this.workflow.request(em, actor, locked, status, note);
      await this.documents.syncDerivedData(actor, locked);
    });
  }

  /** Sets the status of a document that is found by its slug; one whose status is not `from` stays as it is. */
  async transitionIfStatus(actor: Actor, slug: string, from: DocumentStatus, to: DocumentStatus): Promise<void> {
    const found = await this.database.one<{ id: string; status: DocumentStatus }>(
      `select id, status from content_items where kind = 'document' and slug = $1`,
      [slug],
    );
    if (!found) throw notFound('This document');
    if (found.status === from) await this.setStatus(actor, found.id, to);
  }
}
