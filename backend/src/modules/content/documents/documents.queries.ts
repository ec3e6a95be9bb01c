import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { isId } from '../../../platform/http/ids.js';
import type { Page } from '../../../platform/http/paging.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { isSlug } from '../items/slugs.js';
import { type DocumentRow, type DocumentSummaryRow, toDocument, toSummary } from './document.mapper.js';
import type { DocumentResponse, DocumentsQuery, DocumentSummaryResponse } from './documents.dto.js';

const columns = `i.id, i.title, i.slug, i.summary, i.category_id, c.name as category_name, c.icon as category_icon, c.color as category_color,
  i.author_id, a.name as author_name, i.difficulty, i.visibility, i.status, i.version, i.tags, i.view_count, i.like_count, i.helpful_count,
  i.bookmark_count, i.confused_count, i.created_at, i.updated_at, i.published_at`;
const joins = `join people a on a.id = i.author_id left join content_categories c on c.id = i.category_id`;

/** Reads of documents. What the asking person may not see is not there. */
@Injectable()
export class DocumentsQueries {
  constructor(private readonly database: Database) {}

  /** The newest first. The total comes from counters; only an author's own hidden ones are counted by row. */
  async list(actor: Actor, { status, category_id, limit, offset }: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const audiences = audiencesOf(actor);
    const filters = [status ?? null, category_id || null];
    const rows = await this.database.query<DocumentSummaryRow>(
      `select ${columns} from content_items i ${joins}
       where i.kind = 'document' and ${visibleTo('i', '$1', '$2')}
         and ($3::text is null or i.status = $3) and ($4::uuid is null or i.category_id = $4)
       order by i.id desc limit $5 offset $6`,
      [audiences, actor.id, ...filters, limit, offset],
    );
    const counted = await this.database.one<{ n: number }>(
      `select (select coalesce(sum(n), 0) from content_counts where kind = 'document' and audience = any($1::text[])
                and ($3::text is null or status = $3) and ($4::uuid is null or category_id = $4))::int
            + (select count(*) from content_items i where i.kind = 'document' and i.author_id = $2::uuid and not i.audience = any($1::text[])
                and ($3::text is null or i.status = $3) and ($4::uuid is null or i.category_id = $4))::int as n`,
      [audiences, actor.id, ...filters],
    );
    return { rows: rows.map((row) => toSummary(row, actor)), total: counted?.n ?? 0 };
  }

  /** One document by id or slug, undefined when it is missing or not visible to this person. */
  async find(idOrSlug: string, actor: Actor): Promise<DocumentResponse | undefined> {
    if (!isId(idOrSlug) && !isSlug(idOrSlug)) return undefined;
    const key = isId(idOrSlug) ? 'i.id = $3::uuid' : 'i.slug = $3';
    const row = await this.database.one<DocumentRow>(
      `select ${columns}, i.meta_title, i.meta_description, d.content from content_items i join documents d on d.item_id = i.id ${joins}
       where i.kind = 'document' and ${key} and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, idOrSlug],
    );
    return row && toDocument(row, actor);
  }
}
