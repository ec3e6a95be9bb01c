import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { extractFileIds } from '../../../platform/files/file-url.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { type ContentKind, contentKinds } from '../audience/enums.js';
import type { ItemRef } from './item-lock.js';

const TEXT_SUBJECTS: Record<ContentKind, string> = { document: 'document', video: 'video' };
const THUMBNAIL_SUBJECTS: Record<ContentKind, string> = { document: 'document_thumbnail', video: 'video_thumbnail' };

/**
 * The files that an item refers to; users who may read the item may read them. Text and thumbnail are separate
 * subjects, so that saving one leaves the other alone. (Former and pending texts are subjects of the revisions.) All
 * commands join the caller's transaction.
 */
@Injectable()
export class ItemFiles {
  constructor(
    private readonly fileReferences: FileReferences,
    private readonly cache: QueryCache,
    visibility: VisibilityRegistry,
  ) {
    for (const kind of contentKinds)
      visibility.register(THUMBNAIL_SUBJECTS[kind], {
        findVisible: (actor, ids) => visibility.findVisible(TEXT_SUBJECTS[kind], actor, ids),
      });
  }

  /** Replaces the references of the live text. */
  async setTextFiles(actor: Actor, { kind, id }: ItemRef, text: string): Promise<void> {
    const subject = { subjectType: TEXT_SUBJECTS[kind], subjectId: id };
    await this.fileReferences.replace(extractFileIds(text), subject, actor);
  }

  /**
   * Replaces the references of the thumbnail; files without another reference are removed later.
   * @param actor null for the system
   */
  async setThumbnailFiles(actor: Actor | null, { kind, id }: ItemRef, fileIds: readonly string[]): Promise<void> {
    const subject = { subjectType: THUMBNAIL_SUBJECTS[kind], subjectId: id };
    await this.fileReferences.replace(fileIds, subject, actor);
    this.cache.invalidate();
  }

  /** Removes all references of a deleted item. */
  async release({ kind, id }: ItemRef): Promise<void> {
    for (const subjectType of [TEXT_SUBJECTS[kind], THUMBNAIL_SUBJECTS[kind]])
      await this.fileReferences.release({ subjectType, subjectId: id });
  }
}
