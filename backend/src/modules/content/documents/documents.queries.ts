import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { Page } from '../../../platform/http/pagination/pagination.js';
import { Views } from '../views/views.js';
import type { DocumentStatus } from '../audience/enums.js';
import { ItemDetailQueries } from '../items/item-detail.queries.js';
import { toItemSummary } from '../items/item-summary.mapper.js';
import { canReview } from '../items/item.policy.js';
import { ItemsListQueries } from '../items/items-list.queries.js';
import { type ItemKey, ItemsQueries } from '../items/items.queries.js';
import { type DocumentRow, type DocumentSummaryRow, toDocument } from './document.mapper.js';
import type { DocumentResponse, DocumentsQuery, DocumentSummaryResponse } from './documents.dto.js';
import { isReturnedEditOf } from './revisions/revision.js';

export type DocumentKey = ItemKey<DocumentStatus>;

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
      i.status = 'DRAFT' and (${canReview(actor)}::boolean or i.author_id = ${actor.id}::uuid)
        and r.state = 'rejected' and r.base_version is null
      or i.status = 'PUBLISHED' and ${isReturnedEditOf(actor)})
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
      and (${canReview(actor)}::boolean or p.author_id = ${actor.id}::uuid)
    left join people submitter on i.status = 'IN_REVIEW' and submitter.id = coalesce(i.submitter_id, i.author_id)
    ${joinChangeRequest(actor)}`,
});

/** Reads of documents. Documents that the requester may not see are missing. */
@Injectable()
export class DocumentsQueries extends ItemDetailQueries<DocumentRow, DocumentResponse, DocumentStatus> {
  constructor(
    private readonly config: Config,
    private readonly views: Views,
    private readonly lists: ItemsListQueries,
    items: ItemsQueries,
    database: DatabaseReader,
    cache: QueryCache,
  ) {
    super(items, database, cache, {
      kind: 'document',
      join: sql`join documents d on d.item_id = i.id`,
      columns: sql`i.meta_title, i.meta_description, d.content`,
      restricted: selectRestricted,
      unrestricted: sql`
        null as pending_id, null as review_note, null as reviewer_id, null as reviewer_name, null as reviewed_at,
        null as submitter_id, null as submitter_name`,
      toCached: (row) => views.forCache(row),
      isCacheable: ({ content }) => content.length <= MAX_CACHED_LENGTH,
    });
  }

  async list(actor: Actor, query: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const { rows, ...page } = await this.lists.list<DocumentSummaryRow>('document', actor, query, (row) =>
      this.views.forCache(row),
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toItemSummary(this.views.withPending(row), actor, prefix)), ...page };
  }

  protected override toResponse(row: DocumentRow, actor: Actor): DocumentResponse {
    return toDocument(this.views.withPending(row), actor, this.config.env.API_PREFIX);
  }
}
