import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import {
  isOpenTo,
  isVisibleTo,
  type Difficulty,
  type DocumentStatus,
  type ThumbnailPlacement,
  type Visibility,
} from '../../audience/audience.js';
import { isCategoryReadable } from '../../../auth/index.js';
import { MAX_PAGE_DEPTH } from '../../items/item-trail.js';
import { isIdOrSlug, resolveIdsOrSlugs, toRequested } from '../../items/items.queries.js';
import type { ImageVariant } from '../../../../platform/images/images.js';
import type { ExportedCategory } from './category-file.js';
import type { FrontMatter } from './markdown-file.js';

interface ExportedDocument {
  title: string;
  slug: string;
  summary: string;
  /** names of the category and those above it, the outermost first; null without category */
  category_path: string[] | null;
  /** whether another category has the same name */
  is_category_name_ambiguous: boolean;
  tags: string[];
  difficulty: Difficulty;
  visibility: Visibility;
  status: DocumentStatus;
  author_name: string;
  created_at: string;
  updated_at: string | null;
  meta_title: string;
  meta_description: string;
  thumbnail_placement: ThumbnailPlacement;
  is_template: boolean;
  content: string;
}

/** What the path of a document in the archive is made of. */
export interface LinkedDocument extends Pick<ExportedDocument, 'slug' | 'category_path'> {
  /** slugs of the documents above it in the tree of its category, from the top */
  page_path: string[];
  has_children: boolean;
}

/** Where a document is in the tree of its category; null without one. */
interface TreePlace {
  level_id: string | null;
}

interface ExportedRow extends Omit<ExportedDocument, 'created_at' | 'updated_at'> {
  thumbnail: ImageVariant[] | null;
  created_at: Date;
  updated_at: Date | null;
}

const BATCH_SIZE = 20;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class ExportQueries {
  constructor(private readonly database: Database) {}

  /** Ids of all documents visible to the user, the newest first as in lists. */
  async *visibleIds(actor: Actor): AsyncIterable<string> {
    let batch: { id: string }[] = [];
    do {
      batch = await this.database.db
        .selectFrom('content_items as i')
        .select('i.id')
        .where('i.kind', '=', sql.lit('document'))
        .where('i.id', '<', batch.at(-1)?.id ?? LAST_ID)
        .where(isOpenTo(actor, 'i'))
        .orderBy('i.id', 'desc')
        .limit(BATCH_SIZE)
        .execute();
      for (const { id } of batch) yield id;
    } while (batch.length === BATCH_SIZE);
  }

  /** All categories; the export names those of its documents. */
  async listCategories(): Promise<ExportedCategory[]> {
    const { rows } = await sql<ExportedCategory>`
      select ${selectPath('k.id')} as path, k.description, k.icon, k.color, k.order_index, k.is_series
      from content_categories k order by path`.execute(this.database.db);
    return rows;
  }

  /**
   * Reads one document, because texts may be long and visibility may have changed since the id was read. `thumbnail` is
   * the URL of the widest variant.
   */
  async find(
    actor: Actor,
    id: string,
  ): Promise<(ExportedDocument & LinkedDocument & TreePlace & { thumbnail: string | null }) | undefined> {
    const { rows } = await sql<ExportedRow & LinkedDocument & TreePlace>`
      select i.title, i.slug, i.summary, ${selectPath('i.category_id')} as category_path, ${selectPagePath(actor)},
             (select p.level_id from content_positions p where p.item_id = i.id) as level_id,
             exists (
               select from content_categories other
               where lower(other.name) = lower(c.name) and other.id <> c.id and ${isCategoryReadable(actor, 'other.id')}
             ) as is_category_name_ambiguous, i.tags, i.difficulty, i.visibility, i.status,
             a.name as author_name, i.created_at, i.updated_at, i.meta_title, i.meta_description, i.thumbnail,
             i.thumbnail_placement, i.is_template, d.content
      from content_items i
      join documents d on d.item_id = i.id
      join people a on a.id = i.author_id
      left join content_categories c on c.id = i.category_id
      where i.kind = 'document' and i.id = ${id}::uuid and ${isOpenTo(actor, 'i')}`.execute(this.database.db);
    if (!rows[0]) return undefined;
    const { thumbnail, created_at, updated_at, ...rest } = rows[0];
    return {
      ...rest,
      created_at: created_at.toISOString(),
      updated_at: updated_at?.toISOString() ?? null,
      thumbnail: thumbnail?.at(-1)?.url ?? null,
    };
  }

  /** The numbers of the visible documents of a level of a tree, from 1. */
  async numberLevel(actor: Actor, levelId: string): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string }>`
      select i.id from content_positions p join content_items i on i.id = p.item_id
      where p.level_id = ${levelId} and i.kind = 'document' and ${isVisibleTo(actor, 'i')}
      order by p.rank, p.item_id`.execute(this.database.db);
    return new Map(rows.map(({ id }, index) => [id, index + 1]));
  }

  /**
   * Slugs and categories of the visible documents that a text links to.
   * @param keys ids, slugs and former slugs, as links name them; others have no result
   * @returns by key
   */
  async findLinked(actor: Actor, keys: readonly string[]): Promise<Map<string, LinkedDocument>> {
    const valid = keys.filter(isIdOrSlug);
    if (!valid.length) return new Map();
    const { rows } = await sql<LinkedDocument & { key: string }>`
      select requested.key, i.slug, ${selectPath('i.category_id')} as category_path, ${selectPagePath(actor)}
      from ${resolveIdsOrSlugs('document', toRequested(valid))}
      join content_items i on i.kind = 'document' and i.id = requested.id
      where ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    return new Map(rows.map(({ key, ...document }) => [key, document]));
  }
}

/** The names of a category and those above it, the outermost first; null without category. */
const selectPath = (id: string) => sql<string[] | null>`(
  with recursive above as (
    select c.parent_category_id, array[c.name] as names from content_categories c where c.id = ${sql.ref(id)}
    union all
    select c.parent_category_id, c.name || above.names
    from above join content_categories c on c.id = above.parent_category_id
  )
  select names from above where parent_category_id is null
)`;

/** The columns of {@link LinkedDocument} about the tree. */
const selectPagePath = (actor: Actor) => sql`
  array(
    with recursive up as (
      select p.parent_id, 1 as level from content_positions p where p.item_id = i.id
      union all
      select p.parent_id, u.level + 1 from up u join content_positions p on p.item_id = u.parent_id
      where u.level < ${MAX_PAGE_DEPTH}
    )
    select t.slug from up u join content_items t on t.id = u.parent_id
    where t.kind = 'document' and ${isVisibleTo(actor, 't')} order by u.level desc
  ) as page_path,
  exists (
    select from content_positions b join content_items t on t.id = b.item_id
    where b.level_id = i.id and t.kind = 'document' and ${isVisibleTo(actor, 't')}
  ) as has_children`;

/** A name where it is enough, the whole path of a subcategory. */
function getCategoryReference({ category_path: path, is_category_name_ambiguous }: ExportedDocument) {
  return path?.length === 1 && !is_category_name_ambiguous ? path[0] : path;
}

/** The front matter that an import reads again. */
export function buildFrontMatter(document: ExportedDocument, thumbnail?: string, order?: number): FrontMatter {
  const {
    title,
    slug,
    summary,
    tags,
    difficulty,
    visibility,
    status,
    created_at,
    updated_at,
    meta_title,
    meta_description,
    thumbnail_placement,
    is_template,
  } = document;
  const dates = { created_at, updated_at };
  const extras = {
    ...(meta_title && { meta_title }),
    ...(meta_description && { meta_description }),
    ...(thumbnail && { thumbnail }),
    // Files of other products have no such field, so the default is left out.
    ...(thumbnail_placement !== 'PAGE' && { thumbnail_placement }),
    ...(is_template && { is_template }),
  };
  return {
    title,
    slug,
    summary,
    category: getCategoryReference(document),
    tags,
    difficulty,
    visibility,
    status,
    ...(order !== undefined && { order }),
    author: document.author_name,
    ...dates,
    ...extras,
  };
}
