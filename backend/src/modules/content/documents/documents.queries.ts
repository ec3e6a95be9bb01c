import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { Database } from '../../../platform/database/database.js';
import type { Page } from '../../../platform/http/pagination/pagination.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/ids.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { Audience } from '../items/enums.js';
import { resolveIdsOrSlugs, isIdOrSlug, whereIdOrSlug } from '../items/items.queries.js';
import { Views } from '../engagement/views/views.js';
import { type DocumentRow, type DocumentSummaryRow, toDocument } from './document.mapper.js';
import type { DocumentFacts } from './document.policy.js';
import type { DocumentResponse, DocumentsQuery, DocumentSummaryResponse } from './documents.dto.js';
import { isReturnedEdit } from './returned-edit.js';
import { itemSummaryColumns, itemSummaryJoins, toItemSummary } from '../items/item-summary.mapper.js';
import { ItemsListQueries } from '../items/items-list.queries.js';

/** What other reads and commands need of a document that was asked for by id or slug. */
export interface DocumentKey extends DocumentFacts {
  id: string;
}

/** Of what many share; in characters. */
const KEPT_LENGTH = 50_000;
/** Documents can be long. */
const MOST_AT_ONCE = 20;

const columns = `${itemSummaryColumns}, i.meta_title, i.meta_description, d.content`;
const tables = `content_items i join documents d on d.item_id = i.id ${itemSummaryJoins}`;

const matches = (idOrSlug: string): string =>
  `${whereIdOrSlug('document', idOrSlug)} and ${visibleTo('i', '$1', '$2')}`;

/** Reads of one document. What the asking person may not see is not there. */
@Injectable()
export class DocumentsQueries {
  private readonly forReaders = new Map<string, (idOrSlug: string) => Promise<DocumentRow | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly views: Views,
    private readonly cache: QueryCache,
    private readonly items: ItemsListQueries,
  ) {}

  async list(actor: Actor, query: DocumentsQuery): Promise<Page<DocumentSummaryResponse>> {
    const { rows, ...page } = await this.items.list<DocumentSummaryRow>('document', actor, query, (row) =>
      this.views.forCache(row),
    );
    const prefix = this.config.env.API_PREFIX;
    return { rows: rows.map((row) => toItemSummary(this.views.withPending(row), actor, prefix)), ...page };
  }

  /**
   * By id, slug or an old slug; undefined when it is missing or not visible to this person. Of the edit that waits only its
   * author and those who decide on it know.
   */
  async find(idOrSlug: string, actor: Actor): Promise<DocumentResponse | undefined> {
    if (!isIdOrSlug(idOrSlug)) return undefined;
    const row =
      (await this.findShared(idOrSlug, actor)) ??
      (actor.id === null
        ? undefined
        : await this.findRow(idOrSlug, {
            audiences: audiencesOf(actor),
            me: actor.id,
            publishes: actor.can('content.publish'),
          }));
    return row && toDocument(this.views.withPending(row), actor, this.config.env.API_PREFIX);
  }

  /** What all those see alike who only read; whoever writes is asked for alone, and so are the authors of old. */
  private async findShared(idOrSlug: string, actor: Actor): Promise<DocumentRow | undefined> {
    if (actor.canAny('content.create', 'content.edit_any', 'content.publish')) return undefined;
    const audiences = audiencesOf(actor);
    const row = await this.cache.read(
      `document ${audiences.join()} ${idOrSlug}`,
      () => this.askFor(audiences)(idOrSlug),
      (found) => !!found && found.content.length <= KEPT_LENGTH,
    );
    return row?.author_id === actor.id ? undefined : row;
  }

  /** Readers with the same audiences ask together. */
  private askFor(audiences: Audience[]): (idOrSlug: string) => Promise<DocumentRow | undefined> {
    const known = this.forReaders.get(audiences.join());
    if (known) return known;
    const ask = createBatchLoader((keys) => this.findForReaders(audiences, keys), MOST_AT_ONCE);
    this.forReaders.set(audiences.join(), ask);
    return ask;
  }

  private findRow(
    idOrSlug: string,
    { audiences, me, publishes }: { audiences: Audience[]; me: string; publishes: boolean },
  ): Promise<DocumentRow | undefined> {
    return this.database.one<DocumentRow>(
      `select ${columns}, p.id as pending_id, p.author_id as pending_author_id,
         (select name from people where id = p.author_id) as pending_author_name, p.note as pending_note, p.base_version as pending_base_version,
         p.created_at as pending_created_at,
         case when i.status = 'DRAFT' and ($4::boolean or i.author_id = $2::uuid) then (
           select r.review_note from document_revisions r where r.item_id = i.id and r.state = 'rejected' and r.base_version is null order by r.id desc limit 1
         ) when i.status = 'PUBLISHED' then (
           select r.review_note from document_revisions r where r.item_id = i.id and ${isReturnedEdit('$2')} order by r.id desc limit 1
         ) end as review_note
       from ${tables}
       left join document_revisions p on p.item_id = i.id and p.state = 'pending' and ($4::boolean or p.author_id = $2::uuid)
       where ${matches(idOrSlug)}`,
      [audiences, me, idOrSlug, publishes],
    );
  }

  /** What several readers ask for. */
  private async findForReaders(audiences: Audience[], keys: readonly string[]): Promise<Map<string, DocumentRow>> {
    const rows = await this.database.query<DocumentRow & { asked: string }>(
      `select asked.key as asked, ${columns}, null as pending_id, null as review_note
       from ${resolveIdsOrSlugs('document', '$2', '$3')} join ${tables} on i.id = asked.id where i.kind = 'document' and i.audience = any($1::text[])`,
      [audiences, keys, keys.map((key) => (isId(key) ? key : null))],
    );
    return new Map(rows.map(({ asked: key, ...row }) => [key, this.views.forCache(row)]));
  }

  /** @throws 404 */
  async get(idOrSlug: string, actor: Actor): Promise<DocumentResponse> {
    const document = await this.find(idOrSlug, actor);
    if (!document) throw notFound('This document');
    return document;
  }

  /** @throws 404 */
  async key(idOrSlug: string, actor: Actor): Promise<DocumentKey> {
    const row =
      isIdOrSlug(idOrSlug) &&
      (await this.database.one<DocumentKey>(
        `select i.id, i.author_id, i.status, i.visibility from content_items i where ${matches(idOrSlug)}`,
        [audiencesOf(actor), actor.id, idOrSlug],
      ));
    if (!row) throw notFound('This document');
    return row;
  }
}
