import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createBatchLoader, prepared } from '../../../platform/database/prepared.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import {
  isInAudiences,
  isOpenTo,
  isVisibleTo,
  type Reader,
  toReader,
  toReaderKey,
  type ContentKind,
  type ContentStatus,
} from '../audience/audience.js';
import { type ItemSummaryRow, joinItemSummary, selectItemSummary } from './item-summary.mapper.js';
import { selectTrail, type TrailRow } from './item-trail.js';
import {
  hasIdOrSlug,
  isIdOrSlug,
  type ResolvedItem,
  ItemsQueries,
  resolveIdsOrSlugs,
  toRequested,
} from './items.queries.js';

/** Items can have long texts, so one statement reads few of them. */
const BATCH_SIZE = 20;
/** Groups of readers whose simultaneous requests share statements. */
const MAX_LOADERS = 200;

/** What a kind reads in addition to the summary of an item. */
/** What is read of a single item of any kind. */
export type ItemDetailRow = ItemSummaryRow & TrailRow;

interface ItemDetails<Row extends ItemDetailRow, Response> {
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

/** Readers who moderate a category get no shared rows. */
const isSharedRowVisible = (
  { audiences, readable, unlimited }: { [Name in keyof Reader]: RawBuilder<Reader[Name]> },
  item = 'i',
): RawBuilder<boolean> =>
  isInAudiences({ audiences, readable, unlimited, moderated: [], writable: '{}', moderatedAudiences: [] }, item);

/** Reads of single items of one kind. Items that the requester may not see are missing. */
export abstract class ItemDetailQueries<Row extends ItemDetailRow, Response, Status extends ContentStatus> {
  /** The rows that readers who see the same items share. None of them moderates a category. */
  private readonly findSharedRows = prepared(
    (
      _db,
      values: { [Name in keyof Reader]: RawBuilder<Reader[Name]> } & {
        keys: RawBuilder<readonly string[]>;
        ids: RawBuilder<(string | null)[]>;
      },
    ) => sql<Row & { requested: string }>`
      select requested.key as requested, ${selectItemSummary}, ${this.details.columns}, ${this.details.unrestricted},
             ${selectTrail((item) => isSharedRowVisible(values, item))}
      from ${resolveIdsOrSlugs(this.details.kind, values)}
      join content_items i on i.id = requested.id ${this.details.join} ${joinItemSummary}
      where i.kind = ${sql.lit(this.details.kind)} and ${isSharedRowVisible(values)}`,
  );
  private readonly loaders = new LRUCache<string, (idOrSlug: string) => Promise<Row | undefined>>({ max: MAX_LOADERS });

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
    if (item === undefined) throw notFound(this.details.kind);
    return item;
  }

  /** @throws 404 */
  resolve(idOrSlug: string, actor: Actor): Promise<ResolvedItem<Status>> {
    return this.items.resolve<Status>(this.details.kind, idOrSlug, actor);
  }

  /** The row that all readers who see the same items get, cached. Authors and staff get rows of their own. */
  private async findShared(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    if (actor.canAny('content.create', 'content.edit_any', 'content.publish')) return undefined;
    if (actor.isCategoryModerator) return undefined;
    const reader = toReader(actor);
    const readerKey = toReaderKey(reader);
    const row = await this.cache.read(
      `${this.details.kind} ${readerKey} ${idOrSlug}`,
      () => this.getLoader(reader, readerKey)(idOrSlug),
      (found) => !!found && this.details.isCacheable(found),
    );
    return row?.author_id === actor.id ? undefined : row;
  }

  /** Requests of readers who see the same items that arrive together are answered by one statement. */
  private getLoader(reader: Reader, key: string): (idOrSlug: string) => Promise<Row | undefined> {
    const existing = this.loaders.get(key);
    if (existing) return existing;
    const loader = createBatchLoader((keys) => this.findMany(reader, keys), BATCH_SIZE);
    this.loaders.set(key, loader);
    return loader;
  }

  private async findRestricted(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    const { kind, join, columns } = this.details;
    const restricted = this.details.restricted(actor);
    const { rows } = await sql<Row>`
      select ${selectItemSummary}, ${columns}, ${restricted.columns},
             ${selectTrail((item) => isVisibleTo(actor, item))}
      from content_items i ${join} ${joinItemSummary} ${restricted.join}
      where ${hasIdOrSlug(kind, idOrSlug)} and ${isOpenTo(actor, 'i')}`.execute(this.database.db);
    return rows[0];
  }

  private async findMany(reader: Reader, keys: readonly string[]): Promise<Map<string, Row>> {
    const rows = await this.findSharedRows(this.database.db, { ...reader, ...toRequested(keys) });
    return new Map(rows.map(({ requested, ...row }) => [requested, this.details.toCached(row as unknown as Row)]));
  }
}
