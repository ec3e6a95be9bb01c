import { v7 as uuidv7 } from 'uuid';
import type { ItemSummaryRow } from '../../src/modules/content/items/item-summary.mapper.js';
import { ContentItem, type ItemFields } from '../../src/modules/content/items/content-item.entity.js';
import type { VideoStatus } from '../../src/modules/content/items/enums.js';
import { type ItemReader, ItemReaders } from '../../src/modules/content/items/item-reader.js';
import { ItemsListQueries, type ItemsQuery } from '../../src/modules/content/items/items-list.queries.js';
import { Slugs } from '../../src/modules/content/items/slugs.js';
import { Views } from '../../src/modules/content/engagement/views/views.js';
import { ItemRemoval } from '../../src/modules/content/lifecycle/item-removal.js';
import { ItemSearchSource } from '../../src/modules/content/lifecycle/item-search.source.js';
import { ItemWriter } from '../../src/modules/content/lifecycle/item-writer.js';
import { ThumbnailsService } from '../../src/modules/content/lifecycle/thumbnails.service.js';
import { searchTextOf } from '../../src/modules/content/search/search-text.js';
import type { ParsedSearchText } from '../../src/modules/content/search/search-text-parser.js';
import type { Actor } from '../../src/platform/access/actor.js';
import type { UploadedImage } from '../../src/platform/images/images.js';
import type { TestApp } from './test-app.js';

type Row = ItemSummaryRow & { transcript: string; error: string | null };

const parsed = (transcript: string): ParsedSearchText => ({
  text: searchTextOf([{ heading: null, anchor: '', text: transcript }]),
  isProvisional: false,
});

/**
 * A kind of content items with a table of its own, made of the generic parts alone: it imports nothing from the
 * documents. Tests use it to prove that these parts suffice.
 */
export class SecondKind {
  private readonly reader: ItemReader<Row>;

  private constructor(private readonly hub: TestApp) {
    this.reader = hub.get(ItemReaders).create<Row>({
      kind: 'video',
      join: 'join recordings v on v.item_id = i.id',
      columns: 'v.transcript',
      restricted: { columns: 'v.error', join: '' },
      unrestricted: 'null as error',
      toCached: (row) => hub.get(Views).forCache(row),
      isCacheable: () => true,
    });
  }

  static async create(hub: TestApp): Promise<SecondKind> {
    await hub.database.query(
      `create table recordings (
         item_id uuid primary key references content_items on delete cascade, transcript text not null, error text null
       )`,
    );
    hub.get(ItemSearchSource).register({
      kind: 'video',
      join: 'join recordings v on v.item_id = i.id',
      text: 'v.transcript',
      parse: (transcript) => Promise.resolve(parsed(transcript)),
    });
    return new SecondKind(hub);
  }

  /** @returns the id of a new item that is PROCESSING */
  add(actor: Actor, title: string, transcript: string, fields: Partial<ItemFields> = {}): Promise<string> {
    return this.hub.database.transaction(async (em) => {
      const item = ContentItem.create({
        id: uuidv7(),
        kind: 'video',
        authorId: actor.userId,
        status: 'PROCESSING',
        fields: {
          title,
          slug: await this.hub.get(Slugs).derive('video', title),
          summary: '',
          categoryId: null,
          difficulty: 'BEGINNER',
          visibility: 'PUBLIC',
          tags: [],
          metaTitle: '',
          metaDescription: '',
          thumbnailPlacement: 'PAGE',
          ...fields,
        },
      });
      em.persist(item);
      await em.flush();
      await this.hub.database.query('insert into recordings values ($1, $2)', [item.id, transcript]);
      await this.hub.get(ItemWriter).insert(actor, item, transcript, () => parsed(transcript));
      return item.id;
    });
  }

  /** @param options.awaitsReview whether a READY item is not published yet */
  setStatus(actor: Actor, id: string, status: VideoStatus, options: { awaitsReview?: boolean } = {}): Promise<void> {
    return this.change(actor, id, (item) =>
      Promise.resolve(item.setStatus(status, { submitterId: actor.userId, ...options })),
    );
  }

  rename(actor: Actor, id: string, title: string): Promise<void> {
    return this.change(actor, id, async (item, transcript) => {
      const slug = await this.hub.get(Slugs).derive('video', title);
      await this.hub.get(ItemWriter).update(actor, item, { title, slug }, transcript);
    });
  }

  async setThumbnail(actor: Actor, id: string, image: UploadedImage): Promise<void> {
    const { author_id } = (await this.find(actor, id))!;
    await this.hub.get(ThumbnailsService).replace(actor, { kind: 'video', id }, { author_id }, image);
  }

  remove(actor: Actor, id: string): Promise<void> {
    return this.hub.get(ItemRemoval).remove(actor, { kind: 'video', id });
  }

  find(actor: Actor, idOrSlug: string): Promise<Row | undefined> {
    return this.reader.find(idOrSlug, actor);
  }

  async list(actor: Actor, query: Partial<ItemsQuery> = {}): Promise<{ titles: string[]; total: number }> {
    const page = { page: 1, limit: 10, offset: 0, ...query };
    const { rows, total } = await this.hub.get(ItemsListQueries).list('video', actor, page, (row) => row);
    return { titles: rows.map(({ title }) => title), total };
  }

  private change(actor: Actor, id: string, edit: (item: ContentItem, text: string) => Promise<void>): Promise<void> {
    return this.hub.database.transaction(async (em) => {
      const writer = this.hub.get(ItemWriter);
      const locked = await writer.lock(em, actor, { kind: 'video', id });
      const row = await this.hub.database.one<{ transcript: string }>(
        'select transcript from recordings where item_id = $1',
        [id],
      );
      await edit(locked.item, row!.transcript);
      await writer.syncDerivedData(actor, locked, () => parsed(row!.transcript));
    });
  }
}
