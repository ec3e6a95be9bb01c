import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../../platform/files/file-url.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../../platform/http/pagination/cursor.js';
import { buildPage, type Page, type PageQuery, toPage } from '../../../../platform/http/pagination/pagination.js';
import { canSeeRevisions, knowsInternalTexts } from '../document.policy.js';
import { type ResolvedDocument, DocumentsQueries } from '../documents.queries.js';
import type { Row } from '../../../../schema/index.js';
import { completeSnapshot, isReturnedEdit, type StoredSnapshot } from '../documents.repository.js';
import type {
  DocumentDraftResponse,
  DocumentRevisionResponse,
  DocumentRevisionSummaryResponse,
} from './revisions.dto.js';
import { toCategoryActor } from '../../audience/audience.js';
import { canEdit, canReview, type ItemFacts } from '../../items/item.policy.js';

type Revision = Row<'document_revisions'>;

interface SummaryRow extends Omit<Revision, 'item_id' | 'snapshot' | 'base_version'> {
  author_name: string;
  author_avatar: string | null;
  reviewer_name: string | null;
  title: string;
}

type DraftRow = SummaryRow & { base_version: number; snapshot: StoredSnapshot };

const columns = sql`
  r.id, r.version, r.state, r.author_id, a.name as author_name, a.avatar_url as author_avatar, r.note, r.review_note,
  r.reviewer_id, v.name as reviewer_name, r.reviewed_at, r.created_at, r.snapshot->>'title' as title`;
const from = sql`
  from document_revisions r join people a on a.id = r.author_id left join people v on v.id = r.reviewer_id`;
const newestFirst: KeysetOrder = {
  name: 'revisions',
  direction: 'desc',
  columns: [{ sql: sql`r.id`, type: 'uuid' }],
};
/**
 * Only its author and reviewers know of a pending edit, and only the authors and readers of INTERNAL content of a text
 * that was, or would be, INTERNAL.
 */
const isKnown = (actor: Actor, document: ItemFacts): RawBuilder<boolean> =>
  sql`(r.state <> 'pending' or ${canReview(actor)}::boolean or r.author_id = ${actor.id}::uuid)
   and (r.author_id = ${actor.id}::uuid or ${knowsInternalTexts(actor, document)}::boolean
     or coalesce(r.snapshot->>'visibility', '') <> 'INTERNAL')`;

/** Reads the history of documents. */
@Injectable()
export class RevisionsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly documents: DocumentsQueries,
    private readonly permissions: PermissionDirectory,
    private readonly config: Config,
  ) {}

  /** The newest first. */
  async list(idOrSlug: string, actor: Actor, query: PageQuery): Promise<Page<DocumentRevisionSummaryResponse>> {
    const { document, acting } = await this.readable(idOrSlug, actor);
    const { db } = this.database;
    const isListed = sql`r.item_id = ${document.id} and ${isKnown(acting, document)}`;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await sql<SummaryRow & SortedRow>`
      select ${columns}, ${selectSortValues(newestFirst)} as sort_values ${from}
      where ${isListed} and ${isAfter} ${tail}`.execute(db);
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from document_revisions r where ${isListed}`.execute(db);
    const { rows, nextCursor } = toPage<SummaryRow>(newestFirst, found.rows, query.limit);
    return { rows: rows.map((row) => toSummary(row, this.prefix)), nextCursor, total: counted.rows[0]?.n ?? 0 };
  }

  /** @param which the version, or the id: pending and rejected revisions have no version */
  async find(idOrSlug: string, which: number | string, actor: Actor): Promise<DocumentRevisionResponse> {
    const { document, acting } = await this.readable(idOrSlug, actor);
    const { rows } = await sql<SummaryRow & { snapshot: StoredSnapshot }>`
      select ${columns}, r.snapshot ${from}
      where r.item_id = ${document.id} and ${isKnown(acting, document)}
        and ${typeof which === 'number' ? sql`r.version = ${which}` : sql`r.id = ${which}::uuid`}`.execute(
      this.database.db,
    );
    const [row] = rows;
    if (!row) throw notFound('version');
    return { ...toSummary(row, this.prefix), snapshot: completeSnapshot(row.snapshot) };
  }

  /** The pending edit, if the actor is its author or a reviewer; otherwise the actor's own returned edit. */
  async draft(idOrSlug: string, actor: Actor): Promise<DocumentDraftResponse> {
    const document = await this.documents.resolve(idOrSlug, actor);
    const acting = toCategoryActor(actor, document.category_scope);
    const { rows } = await sql<DraftRow>`
      select ${columns}, r.base_version, r.snapshot ${from}
      where r.item_id = ${document.id}
        and (r.state = 'pending' and ${isKnown(acting, document)}
          or ${document.status === 'PUBLISHED'}::boolean and ${isReturnedEdit(actor)})
      order by r.state = 'pending' desc, r.id desc
      limit 1`.execute(this.database.db);
    if (rows[0]) return toDraft(rows[0]);
    if (!canEdit(acting, document) && !canReview(acting))
      throw await missingPermission(this.permissions, actor, 'content.publish');
    throw notFound('draft');
  }

  private get prefix(): string {
    return this.config.env.API_PREFIX;
  }

  private async readable(idOrSlug: string, actor: Actor): Promise<{ document: ResolvedDocument; acting: Actor }> {
    const document = await this.documents.resolve(idOrSlug, actor);
    const acting = toCategoryActor(actor, document.category_scope);
    if (!canSeeRevisions(acting, document)) throw await missingPermission(this.permissions, actor, 'content.publish');
    return { document, acting };
  }
}

const toSummary = (row: SummaryRow, prefix: string): DocumentRevisionSummaryResponse => ({
  id: row.id,
  version: row.version,
  state: row.state,
  author_id: row.author_id,
  author_name: row.author_name,
  author_avatar: addApiPrefix(prefix, row.author_avatar),
  note: row.note,
  review_note: row.review_note,
  reviewer_id: row.reviewer_id,
  reviewer_name: row.reviewer_name,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  title: row.title,
});

const toDraft = ({
  id,
  author_id,
  author_name,
  note,
  review_note,
  base_version,
  created_at,
  snapshot,
}: DraftRow): DocumentDraftResponse => ({
  ...completeSnapshot(snapshot),
  id,
  author_id,
  author_name,
  note,
  review_note,
  base_version,
  created_at: created_at.toISOString(),
});
