import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Difficulty, ThumbnailPlacement, Visibility } from '../../items/enums.js';

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
  thumbnail_placement: ThumbnailPlacement;
}

/** A snapshot as the database has it: former versions of the product stored fewer fields. */
export type StoredSnapshot = Omit<DocumentSnapshot, 'thumbnail_placement'> & Partial<DocumentSnapshot>;

export const completeSnapshot = (stored: StoredSnapshot): DocumentSnapshot => ({
  thumbnail_placement: 'PAGE',
  ...stored,
});

/** live: is or was the text of the document; pending: awaits review; rejected: was returned, with a review note. */
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
    snapshot: p.json<StoredSnapshot>(),
    authorId: p.uuid(),
    /** the author's summary of the change */
    note: p.text(),
    /** why it was rejected */
    reviewNote: p.text().nullable(),
    /** who approved or rejected it, and when; null without a review */
    reviewerId: p.uuid().nullable(),
    reviewedAt: p.datetime().nullable(),
    state: p.text().$type<RevisionState>(),
    /**
     * The version that a pending or rejected edit is based on; 0 once its author has dismissed it. For a document that
     * was returned as a whole: null while the review note is shown, then the version that was published.
     */
    baseVersion: p.integer().nullable(),
    createdAt: p.datetime(),
  },
});

/** One save of a document: who, when, and the whole text. */
export class DocumentRevision extends DocumentRevisionSchema.class {
  static create(
    of: {
      itemId: string;
      version: number | null;
      snapshot: DocumentSnapshot;
      authorId: string;
      note: string;
      review?: { note: string; reviewerId: string };
      state: RevisionState;
      baseVersion: number | null;
    },
    now = new Date(),
  ): DocumentRevision {
    const { review, ...fields } = of;
    return Object.assign(new DocumentRevision(), {
      id: uuidv7(),
      ...fields,
      reviewNote: review?.note ?? null,
      reviewerId: review?.reviewerId ?? null,
      reviewedAt: review ? now : null,
      createdAt: now,
    });
  }

  /** The pending edit becomes the text of the document. */
  accept(reviewerId: string, version: number, snapshot: DocumentSnapshot, now = new Date()): void {
    Object.assign(this, { state: 'live', version, snapshot, reviewerId, reviewedAt: now });
  }

  /** The edit is returned to its author. */
  reject(reviewerId: string, reviewNote: string, now = new Date()): void {
    Object.assign(this, { state: 'rejected', reviewNote, reviewerId, reviewedAt: now });
  }
}
DocumentRevisionSchema.setClass(DocumentRevision);

/**
 * SQL: whether the revision r is the user's edit of a published document that was returned, and that they have neither
 * replaced nor dismissed. A document that was returned as a whole does not count: its text was live.
 * @param userId SQL parameter
 */
export const isReturnedEdit = (userId: string): string =>
  `(r.state = 'rejected' and r.base_version > 0 and r.author_id = ${userId}::uuid and not exists (
     select 1 from document_revisions o
     where o.item_id = r.item_id
       and (o.id > r.id and o.author_id = r.author_id or o.state = 'live' and o.snapshot = r.snapshot)))`;
