import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { forbidden, notFound } from '../../../../platform/http/errors/domain-error.js';
import { DocumentEditor, type EditOutcome } from '../document-editor.js';
import { DocumentMarkdown } from '../document-markdown.js';
import { canReview } from '../../items/item.policy.js';
import { knowsInternalTexts } from '../document.policy.js';
import type { DocumentKey } from '../documents.queries.js';
import { DocumentsRepository } from '../documents.repository.js';
import { SnapshotBuilder } from '../snapshot-builder.js';
import { RevisionsRepository } from './revisions.repository.js';

/** Restores former versions, and withdraws edits that their own authors no longer want. */
@Injectable()
export class RevisionsService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsRepository,
    private readonly editor: DocumentEditor,
    private readonly markdown: DocumentMarkdown,
    private readonly snapshots: SnapshotBuilder,
    private readonly revisions: RevisionsRepository,
  ) {}

  /**
   * Saves a former version as an edit does: as the live text or as a pending edit.
   * @param version to restore
   * @param basedOn the version that the client shows as the present one
   * @throws 403, 404, and 409 as DocumentsService.update
   */
  async restore(actor: Actor, key: DocumentKey, version: number, basedOn: number | undefined): Promise<EditOutcome> {
    await this.editor.requireEditable(actor, key);
    await this.markdown.prepareVersion(key.id, version);
    return this.database.transaction(async (em) => {
      const note = `Restored version ${version}`;
      const edit = await this.editor.lockForEdit(em, actor, key.id, { version: basedOn, note });
      const former = await this.revisions.getSnapshot(edit.item.id, version);
      if (former.visibility === 'INTERNAL' && !knowsInternalTexts(actor, key)) throw notFound('This version');
      const snapshot = await this.snapshots.forRestore(edit.item, former);
      return this.editor.save(em, actor, edit, snapshot, { isRestore: true });
    });
  }

  /**
   * Withdraws the actor's own pending edit, or dismisses their returned one.
   * @throws 404 without one, 403 to reviewers
   */
  async withdraw(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (em) => {
      const { item } = await this.documents.lock(em, actor, id);
      const pending = await this.revisions.findPending(em, item.id);
      const other = await this.revisions.supersede(em, actor, pending);
      if (pending && !other) return;
      if (await this.revisions.dismissRejectedEdit(actor, item)) return;
      if (other && canReview(actor))
        throw forbidden('Only its author can withdraw this edit. You can request changes.');
      throw notFound('This draft');
    });
  }
}
