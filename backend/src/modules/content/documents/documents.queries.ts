import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { type DocumentStatus, isReviewer, isUsableTemplate, toCategoryActor } from '../audience/audience.js';
import { type ItemSummaryRow, toSummaryFields, toItemSummary } from '../items/item-summary.mapper.js';
import type { PendingRevisionResponse } from './revisions/revisions.dto.js';
import { getDocumentAbilities } from './document.policy.js';
import type {
  DocumentResponse,
  DocumentsQuery,
  DocumentSummaryResponse,
  DocumentTemplateResponse,
} from './documents.dto.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { Page } from '../../../platform/http/pagination/pagination.js';
import { ItemViewCounter } from '../views/view-counter.js';
import { ItemDetailQueries } from '../items/item-detail.queries.js';
import { getParticipationAbilities } from '../items/item.policy.js';
import { hasOpenPassage } from '../engagement/comments/comment-access.js';
import { toTrail, type TrailRow } from '../items/item-trail.js';
import { ItemsListQueries } from '../items/items-list.queries.js';
import { hasIdOrSlug, isIdOrSlug, type ResolvedItem, ItemsQueries } from '../items/items.queries.js';
import { isReturnedEdit } from './documents.repository.js';

export interface DocumentSummaryRow extends ItemSummaryRow {
  status: DocumentStatus;
}

interface DocumentRow extends DocumentSummaryRow, TrailRow {
  content: string;
  meta_title: string;
  meta_description: string;
  has_open_passages: boolean;
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

function toDocument(row: DocumentRow, reader: Actor, prefix: string): DocumentResponse {
  const actor = toCategoryActor(reader, row.category_scope);
  const {
    content,
    meta_title,
    meta_description,
    has_open_passages,
    review_note,
    reviewer_id,
    reviewer_name,
    reviewed_at,
  } = row;
  const { submitter_id, submitter_name } = row;
  // In the order of the contract, which is that of GET: HEAD has the same tag.
  const { edit, ...others } = getDocumentAbilities(actor, row);
  const participation = row.is_template ? { comment: false, react: false } : getParticipationAbilities(actor);
  const abilities = actor.isGuest ? {} : { abilities: { edit, ...participation, ...others } };
  return {
    ...toSummaryFields(row, prefix),
    ...toTrail(row),
    content,
    meta_title,
    meta_description,
    has_open_passages,
    pending_revision: toPendingRevision(row),
    review_note,
    reviewer_id,
    reviewer_name,
    reviewed_at: reviewed_at?.toISOString() ?? null,
    submitter_id,
    submitter_name,
    ...abilities,
  };
}

function toPendingRevision(row: DocumentRow): PendingRevisionResponse | null {
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

export type ResolvedDocument = ResolvedItem<DocumentStatus>;

/** Longer documents are not cached; in characters. */
const MAX_CACHED_LENGTH = 50_000;

/**
 * The last request for changes: to a draft that was returned, or to the requester's own returned edit of a published
 * document.
 */
const joinChangeRequest = (actor: Actor) => sql`
  left join lateral (
    select r.review_note, r.reviewer_id, r.reviewed_at,
           (select name from people where id = r.reviewer_id) as reviewer_name
    from document_revisions r
    where r.item_id = i.id and (
      i.status = 'DRAFT' and (${isReviewer(actor, 'i')} or i.author_id = ${actor.id}::uuid)
        and r.state = 'rejected' and r.base_version is null
      or i.status = 'PUBLISHED' and ${isReturnedEdit(actor)})
    order by r.id desc limit 1
  ) review on true`;

/** Only its author and reviewers know of a pending edit or a submission. */
const selectRestricted = (actor: Actor) => ({
  columns: sql`
    p.id as pending_id, p.author_id as pending_author_id,
    (select name from people where id = p.author_id) as pending_author_name, p.note as pending_note,
    p.base_version as pending_base_version, p.created_at as pending_created_at,
    review.review_note, review.reviewer_id, review.reviewer_name, review.reviewed_at,
    submitter.id as submitter_id, submitter.name as submitter_name`,
  join: sql`
    left join document_revisions p on p.item_id = i.id and p.state = 'pending'
      and (${isReviewer(actor, 'i')} or p.author_id = ${actor.id}::uuid)
    left join people submitter on i.status = 'IN_REVIEW' and submitter.id = coalesce(i.submitter_id, i.author_id)
    ${joinChangeRequest(actor)}`,
});

/** Reads of documents. Documents that the requester may not see are missing. */
@Injectable()
export class DocumentsQueries extends ItemDetailQueries<DocumentRow, DocumentResponse, DocumentStatus> {
  constructor(
    private readonly config: Config,
    private readonly views: ItemViewCounter,
    private readonly lists: ItemsListQueries,
    items: ItemsQueries,
    private readonly reader: DatabaseReader,
    cache: QueryCache,
  ) {
    super(items, reader, cache, {
      kind: 'document',
      join: sql`join documents d on d.item_id = i.id`,
      columns: sql`
        i.meta_title, i.meta_description, d.content,
        exists (select 1 from comments c where c.item_id = i.id and ${hasOpenPassage}) as has_open_passages`,
      restricted: selectRestricted,
      unrestricted: sql`
        null as pending_id, null as review_note, null as reviewer_id, null as reviewer_name, null as reviewed_at,
        null as submitter_id, null as submitter_name`,
      toCached: (row) => views.forCache(row),
      isCacheable: ({ content }) => content.length <= MAX_CACHED_LENGTH,
      toResponse: (row, actor) => toDocument(views.withPending(row), actor, config.env.API_PREFIX),
    });
  }

  /** What a new document begins with. @throws 404 for what the actor may not use as a template */
  async getTemplate(idOrSlug: string, actor: Actor): Promise<DocumentTemplateResponse> {
    if (!isIdOrSlug(idOrSlug)) throw notFound('document');
    const { rows } = await sql<DocumentTemplateResponse>`
      select i.id, i.title, i.summary, d.content, i.tags, i.difficulty, i.visibility
      from content_items i join documents d on d.item_id = i.id
      where ${hasIdOrSlug('document', idOrSlug)} and ${isUsableTemplate(actor, 'i')}`.execute(this.reader.db);
    if (!rows[0]) throw notFound('document');
    return rows[0];
  }

  async list(actor: Actor, query: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const { rows, ...page } = await this.lists.list<DocumentSummaryRow>('document', actor, query, (row) =>
      this.views.forCache(row),
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toItemSummary(this.views.withPending(row), actor, prefix)), ...page };
  }
}
