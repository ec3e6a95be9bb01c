import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { ContentItem } from '../items/content-item.entity.js';
import { ItemFieldsBuilder } from '../lifecycle/item-fields-builder.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import type { DocumentSnapshot } from './revisions/document-revision.entity.js';
import { toItemFields, toSnapshot } from './revisions/snapshot.js';

/** Makes the snapshot to save of a document, see {@link ItemFieldsBuilder}. */
@Injectable()
export class SnapshotBuilder {
  constructor(private readonly fields: ItemFieldsBuilder) {}

  /** What `forNew` refuses without the database. @throws 403 internal_not_allowed */
  checkNew(actor: Actor, request: CreateDocumentRequest): void {
    this.fields.checkNew(actor, request);
  }

  async forNew(actor: Actor, request: CreateDocumentRequest): Promise<DocumentSnapshot> {
    return toSnapshot(await this.fields.forNew(actor, 'document', request), request.content);
  }

  /** @param base the text that the edit changes: the live one, or the actor's own pending one */
  async forEdit(
    actor: Actor,
    item: ContentItem,
    base: DocumentSnapshot,
    request: UpdateDocumentRequest,
  ): Promise<DocumentSnapshot> {
    const fields = await this.fields.forEdit(actor, item, toItemFields(base), request);
    return toSnapshot(fields, request.content ?? base.content);
  }

  async forRestore(item: ContentItem, former: DocumentSnapshot): Promise<DocumentSnapshot> {
    return toSnapshot(await this.fields.forRestore(item, toItemFields(former)), former.content);
  }

  /** @throws 403 internal_not_allowed, 409 slug_taken when another item has taken the new slug meanwhile */
  async forApproval(actor: Actor, item: ContentItem, edit: DocumentSnapshot): Promise<DocumentSnapshot> {
    return toSnapshot(await this.fields.forApproval(actor, item, toItemFields(edit)), edit.content);
  }
}
