import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { type FileReference, FileReferences } from '../../../../platform/files/file-references.js';
import { extractFileIds } from '../../../../platform/files/file-url.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../../platform/visibility/visibility-registry.js';
import { isVisibleTo } from '../../items/audience.js';
import { ItemRemoval } from '../../lifecycle/item-removal.js';

const subject = (id: string): FileReference => ({ subjectType: 'document_revision', subjectId: id });

/**
 * The images of former and pending texts. A revision refers to them itself: the live text may have dropped them, and
 * files without a reference are removed, so they would be missing when the version is restored or the edit approved.
 */
@Injectable()
export class RevisionFiles {
  constructor(
    private readonly database: Database,
    private readonly fileReferences: FileReferences,
    visibility: VisibilityRegistry,
    removal: ItemRemoval,
  ) {
    visibility.register('document_revision', { findVisible: (actor, ids) => this.findVisible(actor, ids) });
    removal.registerExtras('document', (itemId) => this.releaseAll(itemId));
  }

  async setReferences(revisionId: string, content: string, actor: Actor): Promise<void> {
    const ids = extractFileIds(content);
    if (ids.length) await this.fileReferences.replace(ids, subject(revisionId), actor);
  }

  async release(revisionId: string): Promise<void> {
    await this.fileReferences.release(subject(revisionId));
  }

  /** Revisions are deleted with their document by cascade; their file references are not. */
  private async releaseAll(itemId: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from document_revisions
      where item_id = ${itemId} and snapshot->>'content' like '%/files/%'`.execute(this.database.db);
    for (const { id } of rows) await this.release(id);
  }

  private async findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const me = sql`${actor.id}::uuid`;
    const { rows } = await sql<{ id: string }>`
      select r.id from document_revisions r join content_items i on i.id = r.item_id
      where r.id = any(${ids}::uuid[]) and ${isVisibleTo(actor, 'i')}
        and (${actor.canAny('content.edit_any', 'content.publish')}::boolean or r.author_id = ${me}
          or (i.author_id = ${me} and r.state <> 'pending'))
        and (${actor.can('content.view_internal')}::boolean or ${me} in (r.author_id, i.author_id)
          or coalesce(r.snapshot->>'visibility', '') <> 'INTERNAL')`.execute(this.database.db);
    return { visible: new Set(rows.map(({ id }) => id)), public: new Set() };
  }
}
