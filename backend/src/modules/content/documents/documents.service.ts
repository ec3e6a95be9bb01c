import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { UploadedImage } from '../../../platform/images/images.js';
import { type PreparedThumbnail, ThumbnailsService } from '../lifecycle/thumbnails.service.js';
import { DocumentEditor, type EditOutcome } from './document-editor.js';
import { DocumentMarkdown } from './document-markdown.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import type { DocumentKey } from './documents.queries.js';
import { SnapshotBuilder } from './snapshot-builder.js';

/** Writes documents. Each command is one transaction with its counters, history and events. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly editor: DocumentEditor,
    private readonly markdown: DocumentMarkdown,
    private readonly snapshots: SnapshotBuilder,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  /** Parses the text for the search index; a caller of `create` inside a transaction of its own calls this before. */
  async prepare({ content }: CreateDocumentRequest): Promise<void> {
    await this.markdown.prepare(content);
  }

  /**
   * Creates a document: a DRAFT, unless the actor may publish and requests another status.
   * @returns the id
   * @throws 403 internal_not_allowed, and errors of the other fields
   */
  async create(actor: Actor, request: CreateDocumentRequest, thumbnail?: PreparedThumbnail): Promise<string> {
    // Before the parser, which takes long.
    this.snapshots.checkNew(actor, request);
    await this.prepare(request);
    return this.database.transaction(async (em) => {
      const status = request.status && actor.can('content.publish') ? request.status : 'DRAFT';
      const item = await this.editor.create(em, actor, status, await this.snapshots.forNew(actor, request));
      if (thumbnail) await this.thumbnails.setThumbnail(actor, item, thumbnail);
      return item.id;
    });
  }

  /**
   * Saves an edit; an edit that needs review becomes pending. The thumbnail is no part of the text and is always live.
   * @throws 403, 404, 409 stale_version after another save, edit_pending while another user's edit is pending
   */
  async update(
    actor: Actor,
    key: DocumentKey,
    request: UpdateDocumentRequest,
    image?: UploadedImage,
  ): Promise<EditOutcome> {
    await this.editor.requireEditable(actor, key);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'document', image);
    await this.markdown.prepareEdit(key.id, request.content);
    // Awaited: the thumbnail is disposed of at the end of this scope.
    return await this.database.transaction(async (em) => {
      const edit = await this.editor.lockForEdit(em, actor, key.id, request);
      const snapshot = await this.snapshots.forEdit(actor, edit.item, edit.base, request);
      const outcome = await this.editor.save(em, actor, edit, snapshot);
      if (thumbnail) await this.thumbnails.setThumbnail(actor, edit.item, thumbnail);
      return outcome;
    });
  }
}
