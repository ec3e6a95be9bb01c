import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { FileReaders, type ReadableSubjects } from '../../../platform/files/file-readers.js';
import { FileUses } from '../../../platform/files/file-uses.js';
import { fileIdsIn } from '../../../platform/files/file-url.js';
import { audiencesOf, visibleTo } from '../items/audience.js';

/** Two names for one document, so that a save of the text leaves its thumbnail alone and the other way round. */
const TEXT = 'document';
const THUMBNAIL = 'document_thumbnail';

/**
 * The files that a document shows, readable for whoever may read the document. (Those of former and waiting texts are the
 * revisions'.) All commands join the caller's transaction.
 */
@Injectable()
export class DocumentFiles {
  constructor(
    private readonly database: Database,
    private readonly uses: FileUses,
    readers: FileReaders,
  ) {
    readers.register(TEXT, (actor, ids) => this.readable(actor, ids));
    readers.register(THUMBNAIL, (actor, ids) => this.readable(actor, ids));
  }

  /** The text that readers see from now on: its images are the document's, and no others. */
  async showText(actor: Actor, id: string, content: string): Promise<void> {
    await this.uses.setUses(fileIdsIn(content), { subjectType: TEXT, subjectId: id }, actor);
  }

  /** These and no others are the document's thumbnail; the former ones are swept, unless something else shows them. */
  async showThumbnail(actor: Actor, id: string, fileIds: readonly string[]): Promise<void> {
    await this.uses.setUses(fileIds, { subjectType: THUMBNAIL, subjectId: id }, actor);
  }

  /** The document is gone. */
  async release(id: string): Promise<void> {
    for (const subjectType of [TEXT, THUMBNAIL]) await this.uses.release({ subjectType, subjectId: id });
  }

  private async readable(actor: Actor, ids: string[]): Promise<ReadableSubjects> {
    const rows = await this.database.query<{ id: string; public: boolean }>(
      `select i.id, i.audience = 'PUBLIC' as public from content_items i
       where i.kind = 'document' and i.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, ids],
    );
    return {
      readable: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.public).map((row) => row.id)),
    };
  }
}
