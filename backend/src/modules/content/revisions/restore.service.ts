import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { DocumentEdits, type EditOutcome } from '../documents/document-edits.js';
import { DocumentFields } from '../documents/document-fields.js';
import type { DocumentSnapshot } from './document-revision.entity.js';

/** Former versions come back as edits do: as a new version, or as one that waits. */
@Injectable()
export class RestoreService {
  constructor(
    private readonly database: Database,
    private readonly edits: DocumentEdits,
    private readonly fields: DocumentFields,
  ) {}

  /** @param version the one to bring back. @param basedOn the version the person sees now, where they say so */
  async restore(actor: Actor, id: string, version: number, basedOn: number | undefined): Promise<EditOutcome> {
    return this.edits.edit(actor, id, {
      version: basedOn,
      note: `Restored version ${version}`,
      change: async (item) => this.fields.forRestore(item, await this.former(item.id, version)),
    });
  }

  private async former(itemId: string, version: number): Promise<DocumentSnapshot> {
    const row = await this.database.one<{ snapshot: DocumentSnapshot }>(
      'select snapshot from document_revisions where item_id = $1 and version = $2',
      [itemId, version],
    );
    if (!row) throw notFound('This version');
    return row.snapshot;
  }
}
