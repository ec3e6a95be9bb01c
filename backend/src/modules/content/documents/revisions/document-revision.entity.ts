import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Difficulty, Visibility } from '../../items/enums.js';

/** Every editable field of a document, as one version had it. */
export interface DocumentSnapshot {
  title: string;
  slug: string;
  summary: string;
  content: string;
  category_id: string | null;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
  meta_title: string;
  meta_description: string;
}

/** live: was or is the text of the document; pending: waits for review; rejected: was sent back, the review note says why. */
export const revisionStates = ['live', 'pending', 'rejected'] as const;
export type RevisionState = (typeof revisionStates)[number];

const DocumentRevisionSchema = defineEntity({
  name: 'DocumentRevision',
  tableName: 'document_revisions',
  properties: {
    id: p.uuid().primary(),
    itemId: p.uuid(),
    /** the document's version this text became; null while pending and when rejected */
    version: p.integer().nullable(),
    snapshot: p.json<DocumentSnapshot>(),
    authorId: p.uuid(),
    /** what its author says of it */
    note: p.text(),
    /** of a rejected one: why */
    reviewNote: p.text().nullable(),
    state: p.text().$type<RevisionState>(),
    /**
     * The version an edit that waits, or was sent back, started from; 0 once its author has let go of it. For a document that was itself sent back it is null while the review note stands,
     * and the version that was published in the end.
     */
    baseVersion: p.integer().nullable(),
    createdAt: p.datetime(),
  },
});

/** One save of a document: who, when, and the whole text as it was then. */
export class DocumentRevision extends DocumentRevisionSchema.class {
  static create(
    of: {
      itemId: string;
      version: number | null;
      snapshot: DocumentSnapshot;
      authorId: string;
      note: string;
      reviewNote?: string;
      state: RevisionState;
      baseVersion: number | null;
    },
    now = new Date(),
  ): DocumentRevision {
    return Object.assign(new DocumentRevision(), { id: uuidv7(), reviewNote: null, ...of, createdAt: now });
  }

  /** A waiting edit becomes the text of the document. */
  accept(version: number, snapshot: DocumentSnapshot): void {
    Object.assign(this, { state: 'live', version, snapshot });
  }

  /** @param why for its author, whose own note stays beside it */
  reject(why: string): void {
    this.state = 'rejected';
    this.reviewNote = why;
  }
}
DocumentRevisionSchema.setClass(DocumentRevision);
