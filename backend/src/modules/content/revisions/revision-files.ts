import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { FileReaders, type FileUse, type ReadableSubjects } from '../../../platform/files/file-readers.js';
import { FileUses } from '../../../platform/files/file-uses.js';
import { fileIdsIn } from '../../../platform/files/file-url.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { DocumentRevision } from './document-revision.entity.js';

const subject = (id: string): FileUse => ({ subjectType: 'document_revision', subjectId: id });

/**
 * The pictures of former and waiting texts. A revision uses them in its own name: the live text may have dropped them, and
 * without a use they would be swept and missing when the version is restored or the edit approved.
 */
@Injectable()
export class RevisionFiles {
  constructor(
    private readonly database: Database,
    private readonly uses: FileUses,
    readers: FileReaders,
  ) {
    readers.register('document_revision', (actor, ids) => this.readable(actor, ids));
  }

  async used(revision: DocumentRevision, actor: Actor): Promise<void> {
    const ids = fileIdsIn(revision.snapshot.content);
    if (ids.length) await this.uses.setUses(ids, subject(revision.id), actor);
  }

  async release(revisionIds: string[]): Promise<void> {
    for (const id of revisionIds) await this.uses.release(subject(id));
  }

  private async readable(actor: Actor, ids: string[]): Promise<ReadableSubjects> {
    const rows = await this.database.query<{ id: string }>(
      `select r.id from document_revisions r join content_items i on i.id = r.item_id
       where r.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}
         and ($4::boolean or r.author_id = $2::uuid or (i.author_id = $2::uuid and r.state <> 'pending'))`,
      [audiencesOf(actor), actor.id, ids, actor.canAny('content.edit_any', 'content.publish')],
    );
    return { readable: new Set(rows.map(({ id }) => id)), public: new Set() };
  }
}
