import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createBatchLoader, prepared } from '../../../platform/database/prepared.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import {
  getAudiences,
  isInAudiences,
  isVisibleTo,
  type Audience,
  type ContentKind,
  type ContentStatus,
} from '../audience/audience.js';
import { type ItemSummaryRow, joinItemSummary, selectItemSummary } from './item-summary.mapper.js';
import {
  hasIdOrSlug,
  isIdOrSlug,
  type ResolvedItem,
  itemLabel,
  ItemsQueries,
  resolveIdsOrSlugs,
  toRequested,
} from './items.queries.js';

/** Items can have long texts, so one statement reads few of them. */
const BATCH_SIZE = 20;

/** What a kind reads in addition to the summary of an item. */
interface ItemDetails<Row extends ItemSummaryRow, Response> {
  kind: ContentKind;
  /** joins the kind's tables to `content_items i` */
  join: RawBuilder<unknown>;
  /** columns for everyone, over i and the joined tables */
  columns: RawBuilder<unknown>;
  /** columns for the author and for users who may create, edit or publish, with the joins they need */
  restricted: (actor: Actor) => { columns: RawBuilder<unknown>; join: RawBuilder<unknown> };
  /** the same columns for everyone else, usually nulls */
  unrestricted: RawBuilder<unknown>;
  /** prepares a row that several readers share, such as ItemViewCounter.forCache */
  toCached: (row: Row) => Row;
  isCacheable: (row: Row) => boolean;
  toResponse: (row: Row, actor: Actor) => Response;
}

/** Reads of single items of one kind. Items that the requester may not see are missing. */
export abstract class ItemDetailQueries<Row extends ItemSummaryRow, Response, Status extends ContentStatus> {
  /** The rows that readers with the same audiences share. */
  private readonly findSharedRows = prepared(
    (
      _db,
      values: {
        audiences: RawBuilder<readonly Audience[]>;
        keys: RawBuilder<readonly string[]>;
        ids: RawBuilder<(string | null)[]>;
      },
    ) => sql<Row & { requested: string }>`
      select requested.key as requested, ${selectItemSummary}, ${this.details.columns}, ${this.details.unrestricted}
      from ${resolveIdsOrSlugs(this.details.kind, values)}
      join content_items i on i.id = requested.id ${this.details.join} ${joinItemSummary}
      where i.kind = ${sql.lit(this.details.kind)} and ${isInAudiences(values.audiences, 'i')}`,
  );
  private readonly loaders = new Map<string, (idOrSlug: string) => Promise<Row | undefined>>();

  protected constructor(
    private readonly items: ItemsQueries,
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly details: ItemDetails<Row, Response>,
  ) {}

  /** By id, slug or former slug; undefined when it is missing or the requester may not see it. */
  async find(idOrSlug: string, actor: Actor): Promise<Response | undefined> {
    if (!isIdOrSlug(idOrSlug)) return undefined;
    const shared = await this.findShared(idOrSlug, actor);
    const row = shared ?? (actor.isGuest ? undefined : await this.findRestricted(idOrSlug, actor));
    return row && this.details.toResponse(row, actor);
  }

  /** @throws 404 */
  async get(idOrSlug: string, actor: Actor): Promise<Response> {
    const item = await this.find(idOrSlug, actor);
    if (item === undefined) throw notFound(itemLabel(this.details.kind));
    return item;
  }

  /** @throws 404 */
  resolve(idOrSlug: string, actor: Actor): Promise<ResolvedItem<Status>> {
    return this.items.resolve<Status>(this.details.kind, idOrSlug, actor);
  }

  /** The row that all readers with the same audiences get, cached. Authors and staff get rows of their own. */
  private async findShared(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    if (actor.canAny('content.create', 'content.edit_any', 'content.publish')) return undefined;
    const audiences = getAudiences(actor);
    const row = await this.cache.read(
      `${this.details.kind} ${audiences.join()} ${idOrSlug}`,
      () => this.getLoader(audiences)(idOrSlug),
      (found) => !!found && this.details.isCacheable(found),
    );
    return row?.author_id === actor.id ? undefined : row;
  }

  /** Requests of readers with the same audiences that arrive together are answered by one statement. */
  private getLoader(audiences: Audience[]): (idOrSlug: string) => Promise<Row | undefined> {
    const key = audiences.join();
    const existing = this.loaders.get(key);
    if (existing) return existing;
    const loader = createBatchLoader((keys) => this.findMany(audiences, keys), BATCH_SIZE);
    this.loaders.set(key, loader);
    return loader;
  }

  private async findRestricted(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    const { kind, join, columns } = this.details;
    const restricted = this.details.restricted(actor);
    const { rows } = await sql<Row>`
      select ${selectItemSummary}, ${columns}, ${restricted.columns}
      from content_items i ${join} ${joinItemSummary} ${restricted.join}
      where ${hasIdOrSlug(kind, idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    return rows[0];
  }

  private async findMany(audiences: Audience[], keys: readonly string[]): Promise<Map<string, Row>> {
    const rows = await this.findSharedRows(this.database.db, { audiences, ...toRequested(keys) });
    return new Map(rows.map(({ requested, ...row }) => [requested, this.details.toCached(row as unknown as Row)]));
  }
}
