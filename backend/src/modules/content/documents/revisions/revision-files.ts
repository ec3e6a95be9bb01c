import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { type FileReference, FileReferences } from '../../../../platform/files/file-references.js';
import { extractFileIds } from '../../../../platform/files/file-url.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../../platform/visibility/visibility-registry.js';
import { audiencesOf, visibleTo } from '../../items/audience.js';
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
    const rows = await this.database.query<{ id: string }>(
      `select id from document_revisions where item_id = $1 and snapshot->>'content' like '%/files/%'`,
      [itemId],
    );
    for (const { id } of rows) await this.release(id);
  }

  private async findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<{ id: string }>(
      `select r.id from document_revisions r join content_items i on i.id = r.item_id
       where r.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}
         and ($4::boolean or r.author_id = $2::uuid or (i.author_id = $2::uuid and r.state <> 'pending'))
         and ($5::boolean or $2::uuid in (r.author_id, i.author_id)
           or coalesce(r.snapshot->>'visibility', '') <> 'INTERNAL')`,
      [
        audiencesOf(actor),
        actor.id,
        ids,
        actor.canAny('content.edit_any', 'content.publish'),
        actor.can('content.view_internal'),
      ],
    );
    return { visible: new Set(rows.map(({ id }) => id)), public: new Set() };
  }
}
