import type { Actor } from '../../../platform/access/actor.js';
import type { DocumentStatus } from '../audience/enums.js';
import { type ItemSummaryRow, summaryFieldsOf } from '../items/item-summary.mapper.js';
import type { PendingRevisionResponse } from './revisions/revisions.dto.js';
import { abilitiesOf } from './document.policy.js';
import type { DocumentResponse } from './documents.dto.js';

export interface DocumentSummaryRow extends ItemSummaryRow {
  status: DocumentStatus;
}

export interface DocumentRow extends DocumentSummaryRow {
  content: string;
  meta_title: string;
  meta_description: string;
  /** the pending edit, if the requester may see it */
  pending_id: string | null;
  pending_author_id: string | null;
  pending_author_name: string;
  pending_note: string;
  pending_base_version: number;
  pending_created_at: Date;
  review_note: string | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  reviewed_at: Date | null;
  submitter_id: string | null;
  submitter_name: string | null;
}

export function toDocument(row: DocumentRow, actor: Actor, prefix: string): DocumentResponse {
  const { content, meta_title, meta_description, review_note, reviewer_id, reviewer_name, reviewed_at } = row;
  const { submitter_id, submitter_name } = row;
  const abilities = actor.isGuest ? {} : { abilities: abilitiesOf(actor, row) };
  return {
    ...summaryFieldsOf(row, prefix),
    content,
    meta_title,
    meta_description,
    pending_revision: pendingOf(row),
    review_note,
    reviewer_id,
    reviewer_name,
    reviewed_at: reviewed_at?.toISOString() ?? null,
    submitter_id,
    submitter_name,
    ...abilities,
  };
}

function pendingOf(row: DocumentRow): PendingRevisionResponse | null {
  if (row.pending_id === null || row.pending_author_id === null) return null;
  return {
    id: row.pending_id,
    author_id: row.pending_author_id,
    author_name: row.pending_author_name,
    note: row.pending_note,
    base_version: row.pending_base_version,
    created_at: row.pending_created_at.toISOString(),
  };
}
