import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { ImageVariant } from '../../../platform/images/images.js';
import { isPostgresText } from '../../../platform/http/validation/text.js';
import { hashToken, isCategoryOpenToAll, isCategoryReadableBy } from '../../auth/index.js';
import { type ContentKind, isShown, type ThumbnailPlacement, type VideoSourceType } from '../audience/audience.js';
import { MAX_PAGE_DEPTH } from '../items/item-trail.js';
import type { Chapter } from '../videos/chapters.js';
import { hasTimes } from '../videos/transcript.js';
import type { Granted } from './share-grant-signer.js';

/** A link that opens something now. */
export interface OpenLink {
  id: string;
  /** of the link, or one of the pages below */
  itemId: string;
  kind: ContentKind;
  passwordHash: string | null;
  includeChildren: boolean;
}

/** A page that a link opens, in the order of the tree. */
export interface OpenPage {
  id: string;
  type: ContentKind;
  title: string;
  depth: number;
}

interface SharedRow {
  title: string;
  summary: string;
  content: string;
  version: number;
  updated_at: Date;
  thumbnail: ImageVariant[] | null;
  thumbnail_placement: ThumbnailPlacement;
  source_type: VideoSourceType | null;
  embed_id: string | null;
  duration_sec: number | null;
  chapters: Chapter[] | null;
  transcript: string | null;
  file_id: string | null;
  has_renditions: boolean;
  has_captions: boolean | null;
}

export interface SharedItem extends Omit<SharedRow, 'has_captions'> {
  has_captions: boolean;
}

const isNotExpired = sql<boolean>`(l.expires_at is null or l.expires_at > now())`;

/**
 * Whether the link l can open the item i: readers see the item, an INTERNAL item only by a link of a user who could set
 * INTERNAL, and what is in a category with limits only while they let the creator of the link in.
 */
const isOpened = sql<boolean>`((i.visibility <> 'INTERNAL' or l.allows_internal) and ${isShown('i')}
  and (${isCategoryOpenToAll('i.category_id')}
    or ${isCategoryReadableBy('content', 'i.category_id', 'l.creator_id')}))`;

/** The same of a page below the item of the link, which its creator must have been able to share by itself. */
const isOpenedBelow = sql<boolean>`(l.include_children and ${isOpened}
  and (l.allows_others or i.author_id = l.creator_id))`;

const MAX_PAGES = 1000;

/** Reads by the right of a link, which is the same for every reader. */
@Injectable()
export class SharedItemsQueries {
  constructor(private readonly database: Database) {}

  /** Undefined also for a link that expired or whose item readers do not see. */
  findByToken(token: string): Promise<OpenLink | undefined> {
    if (!isPostgresText(token)) return Promise.resolve(undefined);
    return this.find(sql`l.token_hash = ${hashToken(token)}`);
  }

  /** The link, if it opens this item: its own, or a page below it with nothing between them that it does not open. */
  async findGranted({ linkId, itemId }: Granted): Promise<OpenLink | undefined> {
    const link = await this.find(sql`l.id = ${linkId}::uuid`);
    if (!link || link.itemId === itemId) return link;
    if (!link.includeChildren) return undefined;
    const { rows } = await sql<Pick<OpenLink, 'kind'>>`
      with recursive up as (
        select i.id, i.kind, p.parent_id, 0 as level
        from share_links l
        join content_items i on i.id = ${itemId}::uuid and ${isOpenedBelow}
        join content_positions p on p.item_id = i.id
        where l.id = ${linkId}::uuid
        union all
        select i.id, up.kind, p.parent_id, up.level + 1
        from up
        join share_links l on l.id = ${linkId}::uuid
        join content_items i on i.id = up.parent_id and (i.id = l.item_id or ${isOpenedBelow})
        join content_positions p on p.item_id = i.id
        where up.level < ${sql.lit(MAX_PAGE_DEPTH)}
      )
      select kind from up where id = ${link.itemId}::uuid`.execute(this.database.db);
    const [found] = rows;
    return found && { ...link, ...found, itemId };
  }

  /** The item of a link and the pages below it that the link opens, in the order of the tree. */
  async listPages({ id }: OpenLink): Promise<OpenPage[]> {
    const { rows } = await sql<OpenPage>`
      with recursive down as (
        select i.id, i.kind, i.title, 0 as depth, array[]::text[] collate "C" as path
        from share_links l join content_items i on i.id = l.item_id
        where l.id = ${id}::uuid
        union all
        select i.id, i.kind, i.title, down.depth + 1, down.path || p.rank || i.id::text
        from down
        join share_links l on l.id = ${id}::uuid
        join content_positions p on p.parent_id = down.id
        join content_items i on i.id = p.item_id and ${isOpenedBelow}
        where down.depth < ${sql.lit(MAX_PAGE_DEPTH)}
      )
      select id, kind as type, title, depth from down order by path limit ${MAX_PAGES}`.execute(this.database.db);
    return rows;
  }

  /** Counts an opening; of a link that was revoked meanwhile, nothing. */
  async recordOpening({ id }: OpenLink): Promise<void> {
    await sql`update share_links set opens = opens + 1, last_opened_at = now() where id = ${id}`.execute(
      this.database.db,
    );
  }

  /** What the link opens; undefined when its item was purged meanwhile. */
  async readItem({ itemId }: OpenLink): Promise<SharedItem | undefined> {
    const { rows } = await sql<SharedRow>`
      select i.title, i.summary, coalesce(d.content, v.description) as content, i.version,
             coalesce(i.updated_at, i.created_at) as updated_at, i.thumbnail, i.thumbnail_placement,
             v.source_type, v.embed_id, v.duration_sec, v.chapters, v.transcript, v.file_id,
             exists (select 1 from renditions r where r.video_id = i.id) as has_renditions,
             (select c.source <> 'none' from video_captions c where c.video_id = i.id) as has_captions
      from content_items i
      left join documents d on d.item_id = i.id
      left join videos v on v.item_id = i.id
      where i.id = ${itemId} and ${isShown('i')}`.execute(this.database.db);
    const [row] = rows;
    return row && { ...row, has_captions: row.has_captions ?? hasTimes(row.transcript ?? '') };
  }

  private async find(condition: RawBuilder<unknown>): Promise<OpenLink | undefined> {
    const { rows } = await sql<OpenLink>`
      select l.id, i.kind, i.id as "itemId", l.password_hash as "passwordHash", l.include_children as "includeChildren"
      from share_links l join content_items i on i.id = l.item_id
      where ${condition} and ${isNotExpired} and ${isOpened}`.execute(this.database.db);
    return rows[0];
  }
}
