import type { Actor } from '../../../platform/access/actor.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import type { ContentStatus } from './enums.js';
import { type ItemDetails, type ItemReader, ItemReaders } from './item-reader.js';
import type { ItemSummaryRow } from './item-summary.mapper.js';
import { type ItemKey, itemLabel, ItemsQueries } from './items.queries.js';

/** Reads of single items of one kind. Items that the requester may not see are missing. */
export abstract class ItemDetailQueries<Row extends ItemSummaryRow, Response, Status extends ContentStatus> {
  private readonly reader: ItemReader<Row>;

  protected constructor(
    private readonly items: ItemsQueries,
    readers: ItemReaders,
    private readonly details: ItemDetails<Row>,
  ) {
    this.reader = readers.create(details);
  }

  protected abstract toResponse(row: Row, actor: Actor): Response;

  /** By id, slug or former slug; undefined when it is missing or the requester may not see it. */
  async find(idOrSlug: string, actor: Actor): Promise<Response | undefined> {
    const row = await this.reader.find(idOrSlug, actor);
    return row && this.toResponse(row, actor);
  }

  /** @throws 404 */
  async get(idOrSlug: string, actor: Actor): Promise<Response> {
    const item = await this.find(idOrSlug, actor);
    if (item === undefined) throw notFound(itemLabel(this.details.kind));
    return item;
  }

  /** @throws 404 */
  getKey(idOrSlug: string, actor: Actor): Promise<ItemKey<Status>> {
    return this.items.getKey<Status>(this.details.kind, idOrSlug, actor);
  }
}
