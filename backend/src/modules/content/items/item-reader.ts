import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { audiencesOf, hasAudience, visibleTo } from './audience.js';
import type { Audience, ContentKind } from './enums.js';
import { itemSummaryColumns, itemSummaryJoins, type ItemSummaryRow } from './item-summary.mapper.js';
import { isIdOrSlug, resolveIdsOrSlugs, whereIdOrSlug } from './items.queries.js';

/** Items can have long texts, so one statement reads few of them. */
const BATCH_SIZE = 20;

/** SQL for what a kind reads in addition to the summary of an item. */
export interface ItemDetails<Row extends ItemSummaryRow> {
  kind: ContentKind;
  /** joins the kind's tables to `content_items i` */
  join: string;
  /** columns for everyone, over i and the joined tables */
  columns: string;
  /**
   * Columns for the author and for users who may create, edit or publish, with the joins they need. Parameter $2 is the
   * requester (uuid); those of `parameters` begin with $4.
   */
  restricted: { columns: string; join: string; parameters?: (actor: Actor) => unknown[] };
  /** the same columns for everyone else, usually nulls */
  unrestricted: string;
  /** prepares a row that several readers share, such as Views.forCache */
  toCached: (row: Row) => Row;
  isCacheable: (row: Row) => boolean;
}

/** Reads single items of one kind. Items that the requester may not see are missing. */
export class ItemReader<Row extends ItemSummaryRow> {
  private readonly loaders = new Map<string, (idOrSlug: string) => Promise<Row | undefined>>();

  constructor(
    private readonly details: ItemDetails<Row>,
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
  ) {}

  /** By id, slug or former slug; undefined when the item is missing or the requester may not see it. */
  async find(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    if (!isIdOrSlug(idOrSlug)) return undefined;
    const shared = await this.findShared(idOrSlug, actor);
    return shared ?? (actor.id === null ? undefined : this.findFor(idOrSlug, actor, actor.id));
  }

  /** The row that all readers with the same audiences get, cached. Authors and staff get rows of their own. */
  private async findShared(idOrSlug: string, actor: Actor): Promise<Row | undefined> {
    if (actor.canAny('content.create', 'content.edit_any', 'content.publish')) return undefined;
    const audiences = audiencesOf(actor);
    const row = await this.cache.read(
      `${this.details.kind} ${audiences.join()} ${idOrSlug}`,
      () => this.loaderFor(audiences)(idOrSlug),
      (found) => !!found && this.details.isCacheable(found),
    );
    return row?.author_id === actor.id ? undefined : row;
  }

  /** Requests of readers with the same audiences that arrive together are answered by one statement. */
  private loaderFor(audiences: Audience[]): (idOrSlug: string) => Promise<Row | undefined> {
    const key = audiences.join();
    const existing = this.loaders.get(key);
    if (existing) return existing;
    const loader = createBatchLoader((keys) => this.findMany(audiences, keys), BATCH_SIZE);
    this.loaders.set(key, loader);
    return loader;
  }

  private findFor(idOrSlug: string, actor: Actor, actorId: string): Promise<Row | undefined> {
    const { kind, join, columns, restricted } = this.details;
    return this.database.one<Row>(
      `select ${itemSummaryColumns}, ${columns}, ${restricted.columns}
       from content_items i ${join} ${itemSummaryJoins} ${restricted.join}
       where ${whereIdOrSlug(kind, idOrSlug)} and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actorId, idOrSlug, ...(restricted.parameters?.(actor) ?? [])],
    );
  }

  private async findMany(audiences: Audience[], keys: readonly string[]): Promise<Map<string, Row>> {
    const { kind, join, columns, unrestricted, toCached } = this.details;
    const rows = await this.database.query<Row & { requested: string }>(
      `select requested.key as requested, ${itemSummaryColumns}, ${columns}, ${unrestricted}
       from ${resolveIdsOrSlugs(kind, '$2', '$3')}
       join content_items i on i.id = requested.id ${join} ${itemSummaryJoins}
       where i.kind = '${kind}' and ${hasAudience('i', '$1')}`,
      [audiences, keys, keys.map((key) => (isId(key) ? key : null))],
    );
    return new Map(rows.map(({ requested, ...row }) => [requested, toCached(row as unknown as Row)]));
  }
}

/** Makes the reader of a kind; a service keeps one. */
@Injectable()
export class ItemReaders {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
  ) {}

  create<Row extends ItemSummaryRow>(details: ItemDetails<Row>): ItemReader<Row> {
    return new ItemReader(details, this.database, this.cache);
  }
}
