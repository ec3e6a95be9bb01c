import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../../platform/files/file-url.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../../platform/http/pagination/pagination.js';
import { canSeeRevisions, knowsInternalTexts } from '../document.policy.js';
import { type DocumentKey, DocumentsQueries } from '../documents.queries.js';
import { completeSnapshot, isReturnedEdit, type RevisionState, type StoredSnapshot } from './revision.js';
import type {
  DocumentDraftResponse,
  DocumentRevisionResponse,
  DocumentRevisionSummaryResponse,
} from './revisions.dto.js';
import { canEdit, canReview, type ItemFacts } from '../../items/item.policy.js';

interface SummaryRow {
  id: string;
  version: number | null;
  state: RevisionState;
  author_id: string;
  author_name: string;
  author_avatar: string | null;
  note: string;
  review_note: string | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  reviewed_at: Date | null;
  created_at: Date;
  title: string;
}

type DraftRow = SummaryRow & { base_version: number; snapshot: StoredSnapshot };

const columns = `
  r.id, r.version, r.state, r.author_id, a.name as author_name, a.avatar_url as author_avatar, r.note, r.review_note,
  r.reviewer_id, v.name as reviewer_name, r.reviewed_at, r.created_at, r.snapshot->>'title' as title`;
const from = `
  from document_revisions r join people a on a.id = r.author_id left join people v on v.id = r.reviewer_id`;
const newestFirst: KeysetOrder = {
  name: 'revisions',
  direction: 'desc',
  columns: [{ sql: 'r.id', type: 'uuid' }],
};
/**
 * Only its author and reviewers know of a pending edit, and only the authors and readers of INTERNAL content of a text
 * that was, or would be, INTERNAL.
 */
const isKnown = (actor: Actor, document: ItemFacts): string =>
  `(r.state <> 'pending' or $2::boolean or r.author_id = $3::uuid)
   and (r.author_id = $3::uuid or ${knowsInternalTexts(actor, document)}
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
    const document = await this.readable(idOrSlug, actor);
    const { id } = document;
    const known = isKnown(actor, document);
    const parameters = [id, canReview(actor), actor.id];
    const values: unknown[] = [...parameters];
    const { isAfter, tail } = pageSql(newestFirst, query, (value) => `$${values.push(value)}`);
    const found = await this.database.query<SummaryRow & SortedRow>(
      `select ${columns}, ${sortValuesSql(newestFirst)} ${from}
       where r.item_id = $1 and ${known} and ${isAfter} ${tail}`,
      values,
    );
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n from document_revisions r where r.item_id = $1 and ${known}`,
      parameters,
    );
    const { rows, nextCursor } = toPage<SummaryRow>(newestFirst, found, query.limit);
    return { rows: rows.map((row) => toSummary(row, this.prefix)), nextCursor, total: counted?.n ?? 0 };
  }

  /** @param which the version, or the id: pending and rejected revisions have no version */
  async find(idOrSlug: string, which: number | string, actor: Actor): Promise<DocumentRevisionResponse> {
    const document = await this.readable(idOrSlug, actor);
    const { id } = document;
    const row = await this.database.one<SummaryRow & { snapshot: StoredSnapshot }>(
      `select ${columns}, r.snapshot ${from}
       where r.item_id = $1 and ${isKnown(actor, document)}
         and ${typeof which === 'number' ? 'r.version = $4' : 'r.id = $4::uuid'}`,
      [id, canReview(actor), actor.id, which],
    );
    if (!row) throw notFound('This version');
    return { ...toSummary(row, this.prefix), snapshot: completeSnapshot(row.snapshot) };
  }

  /** The pending edit, if the actor is its author or a reviewer; otherwise the actor's own returned edit. */
  async draft(idOrSlug: string, actor: Actor): Promise<DocumentDraftResponse> {
    const document = await this.documents.getKey(idOrSlug, actor);
    const row = await this.database.one<DraftRow>(
      `select ${columns}, r.base_version, r.snapshot ${from}
       where r.item_id = $1
         and (r.state = 'pending' and ${isKnown(actor, document)} or $4::boolean and ${isReturnedEdit('$3')})
       order by r.state = 'pending' desc, r.id desc
       limit 1`,
      [document.id, canReview(actor), actor.id, document.status === 'PUBLISHED'],
    );
    if (row) return toDraft(row);
    if (!canEdit(actor, document) && !canReview(actor))
      throw await missingPermission(this.permissions, actor, 'content.publish');
    throw notFound('This draft');
  }

  private get prefix(): string {
    return this.config.env.API_PREFIX;
  }

  private async readable(idOrSlug: string, actor: Actor): Promise<DocumentKey> {
    const document = await this.documents.getKey(idOrSlug, actor);
    if (!canSeeRevisions(actor, document)) throw await missingPermission(this.permissions, actor, 'content.publish');
    return document;
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
