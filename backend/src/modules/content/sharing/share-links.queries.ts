import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import type { Row } from '../../../schema/index.js';
import type { CategoryScope } from '../../auth/index.js';
import { type ContentKind, isNotTrashed, isVisibleTo, selectItemCategory } from '../audience/audience.js';
import type { ListedShareLinkResponse, ShareLinkResponse } from './share-links.dto.js';

const newestFirst: KeysetOrder = {
  name: 'share links',
  direction: 'desc',
  columns: [{ sql: sql`l.id`, type: 'uuid' }],
};

const columns = [
  'l.id',
  'l.label',
  'l.include_children',
  'l.expires_at',
  'l.opens',
  'l.last_opened_at',
  'l.created_at',
] as const;

type LinkRow = Pick<
  Row<'share_links'>,
  'id' | 'label' | 'include_children' | 'expires_at' | 'opens' | 'last_opened_at' | 'created_at'
> & {
  has_password: boolean;
  creator_id: string;
  creator_name: string;
};

/** A link with the facts that decide who may revoke it. */
export interface RevocableLink {
  id: string;
  label: string;
  expires_at: Date | null;
  creator_id: string;
  item_id: string;
  kind: ContentKind;
  title: string;
  author_id: string;
  category_scope: CategoryScope | null;
}

@Injectable()
export class ShareLinksQueries {
  constructor(private readonly database: Database) {}

  /** The links of an item, the newest first; their number is limited. The caller checks who may see them. */
  async list(itemId: string): Promise<ShareLinkResponse[]> {
    const rows = await this.select().where('l.item_id', '=', itemId).orderBy('l.id', 'desc').execute();
    return rows.map(toShareLink);
  }

  async find(id: string): Promise<ShareLinkResponse | undefined> {
    const row = await this.select().where('l.id', '=', id).executeTakeFirst();
    return row && toShareLink(row);
  }

  /** The links of all items that the actor may see, the newest first. */
  async listAll(actor: Actor, query: PageQuery): Promise<Page<ListedShareLinkResponse>> {
    const { isAfter, tail } = buildPage(newestFirst, query);
    const { db } = this.database;
    const found = await this.select()
      .innerJoin('content_items as i', 'i.id', 'l.item_id')
      .select(['i.id as item_id', 'i.kind as item_type', 'i.title as item_title', 'i.slug as item_slug'])
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isVisibleTo(actor, 'i'))
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return {
      rows: rows.map((row) => {
        const { item_id, item_type, item_title, item_slug } = row;
        return { ...toShareLink(row), item_id, item_type, item_title, item_slug };
      }),
      nextCursor,
      ...(await countRows(
        db,
        sql`from share_links l join content_items i on i.id = l.item_id where ${isVisibleTo(actor, 'i')}`,
      )),
    };
  }

  /** A link of an item that the actor may see, or one that the actor has made. */
  async findRevocable(actor: Actor, id: string): Promise<RevocableLink | undefined> {
    return this.database.db
      .selectFrom('share_links as l')
      .innerJoin('content_items as i', 'i.id', 'l.item_id')
      .select(['l.id', 'l.label', 'l.expires_at', 'l.creator_id', 'l.item_id', 'i.kind', 'i.title', 'i.author_id'])
      .select(selectItemCategory('i').as('category_scope'))
      .where('l.id', '=', id)
      .where(sql<boolean>`(${isVisibleTo(actor, 'i')}
        or l.creator_id = ${actor.id}::uuid and ${isNotTrashed('i')})`)
      .forUpdate('l')
      .executeTakeFirst();
  }

  private select() {
    return this.database.db
      .selectFrom('share_links as l')
      .innerJoin('people as p', 'p.id', 'l.creator_id')
      .select(columns)
      .select(['p.id as creator_id', 'p.name as creator_name'])
      .select(sql<boolean>`l.password_hash is not null`.as('has_password'));
  }
}

const toShareLink = (row: LinkRow): ShareLinkResponse => ({
  id: row.id,
  label: row.label,
  has_password: row.has_password,
  include_children: row.include_children,
  expires_at: row.expires_at?.toISOString() ?? null,
  expired: row.expires_at !== null && row.expires_at <= new Date(),
  opens: row.opens,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  created_at: row.created_at.toISOString(),
});
