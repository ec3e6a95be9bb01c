import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import type { ImageVariant } from '../../../platform/images/images.js';
import type { Item } from './item.js';
import { type ContentKind, toCategoryActor } from '../audience/audience.js';
import { type CategoryScope, joinCategoryLimits } from '../../auth/index.js';
import { canEdit } from './item.policy.js';
import type { ContentSummaryResponse, ItemSummaryResponse, VideoDetailsResponse } from './item-summary.dto.js';

/** The columns of {@link joinItemSummary}. */
export const selectItemSummary = sql<ItemSummaryRow>`
  i.id, i.title, i.slug, i.summary,
  i.category_id, c.name as category_name, c.icon as category_icon, c.color as category_color,
  limits.restricted_to as category_restricted_to,
  i.author_id, a.name as author_name, a.avatar_url as author_avatar,
  i.difficulty, i.visibility, i.status, i.version, i.tags, i.thumbnail, i.thumbnail_placement,
  i.view_count, i.like_count, i.helpful_count, i.bookmark_count, i.confused_count,
  i.created_at, i.updated_at, i.published_at, i.hidden_at is not null as is_hidden, i.is_template, i.details,
  limits.scope as category_scope`;
/** Joins for `content_items i`. */
export const joinItemSummary = sql`
  join people a on a.id = i.author_id
  left join content_categories c on c.id = i.category_id
  ${joinCategoryLimits('i.category_id')}`;

/** The addresses of avatar and thumbnail are below the API's prefix. */
export interface ItemSummaryRow extends Omit<
  Item,
  'kind' | 'hidden_at' | 'meta_title' | 'meta_description' | 'thumbnail_file_id' | 'submitter_id' | 'submitted_at'
> {
  category_name: string | null;
  category_icon: string | null;
  category_color: string | null;
  category_restricted_to: string[] | null;
  author_name: string;
  author_avatar: string | null;
  is_hidden: boolean;
  category_scope: CategoryScope | null;
}

/** @param prefix of the API, for the addresses of images */
export function toItemSummary<Row extends ItemSummaryRow>(
  row: Row,
  actor: Actor,
  prefix: string,
): ItemSummaryResponse & Pick<Row, 'status'> {
  return {
    ...toSummaryFields(row, prefix),
    ...(actor.isGuest ? {} : { abilities: { edit: canEdit(toCategoryActor(actor, row.category_scope), row) } }),
  };
}

/** A summary in a list that mixes kinds. */
export const toContentSummary = (
  row: ItemSummaryRow & { kind: ContentKind },
  actor: Actor,
  prefix: string,
): ContentSummaryResponse => ({
  ...toItemSummary(row, actor, prefix),
  type: row.kind,
  duration_sec: row.details.duration_sec ?? null,
  source_type: row.details.source_type ?? null,
  chapter_count: row.details.chapter_count ?? null,
});

/** What lists show of a video. */
export const toVideoDetails = ({ details }: Pick<ItemSummaryRow, 'details'>): VideoDetailsResponse => ({
  duration_sec: details.duration_sec ?? null,
  source_type: details.source_type ?? 'UPLOAD',
  chapter_count: details.chapter_count ?? 0,
});

export type CategoryColumns =
  | 'category_id'
  | 'category_name'
  | 'category_icon'
  | 'category_color'
  | 'category_restricted_to';

export const toCategoryRef = (row: Pick<ItemSummaryRow, CategoryColumns>): ItemSummaryResponse['category'] =>
  row.category_id === null
    ? null
    : {
        id: row.category_id,
        title: row.category_name ?? '',
        name: row.category_name ?? '',
        icon: row.category_icon ?? '',
        color: row.category_color ?? '',
        is_restricted: row.category_restricted_to !== null,
        restricted_to: row.category_restricted_to ?? [],
      };

/** A summary without the caller's abilities. */
export function toSummaryFields<Row extends ItemSummaryRow>(
  row: Row,
  prefix: string,
): Omit<ItemSummaryResponse, 'abilities' | 'status'> & Pick<Row, 'status'> {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    category_id: row.category_id,
    category: toCategoryRef(row),
    author_id: row.author_id,
    author_name: row.author_name,
    author_avatar: addApiPrefix(prefix, row.author_avatar),
    difficulty: row.difficulty,
    visibility: row.visibility,
    status: row.status,
    version: row.version,
    tags: row.tags,
    ...getThumbnail(row.thumbnail, prefix),
    thumbnail_placement: row.thumbnail_placement,
    view_count: row.view_count,
    like_count: row.like_count,
    helpful_count: row.helpful_count,
    bookmark_count: row.bookmark_count,
    confused_count: row.confused_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    ...(row.is_hidden && { is_hidden: true }),
    ...(row.is_template && { is_template: true }),
  };
}

/** The widest variant as the address, and all of them for `srcset`. */
function getThumbnail(
  variants: ImageVariant[] | null,
  prefix: string,
): Pick<ItemSummaryResponse, 'thumbnail' | 'thumbnail_srcset'> {
  const widest = variants?.at(-1);
  if (!variants || !widest) return { thumbnail: null, thumbnail_srcset: null };
  return {
    thumbnail: prefix + widest.url,
    thumbnail_srcset: variants.map(({ url, width }) => `${prefix}${url} ${width}w`).join(', '),
  };
}
