import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../schema/index.js';
import { type ContentKind, type ContentStatus, isPublishedStatus } from '../audience/audience.js';

export type { ContentDetails } from '../../../schema/json.js';

/** What documents and videos share. PostgreSQL computes the audience, see getAudience. */
export type Item = Omit<Row<'content_items'>, 'audience' | 'deleted_at' | 'deleted_by' | 'deleted_status'>;

/** All columns of an item. */
export const itemColumns = [
  'id',
  'kind',
  'slug',
  'title',
  'summary',
  'category_id',
  'author_id',
  'difficulty',
  'visibility',
  'status',
  'hidden_at',
  'tags',
  'meta_title',
  'meta_description',
  'thumbnail_file_id',
  'thumbnail',
  'thumbnail_placement',
  'version',
  'view_count',
  'like_count',
  'helpful_count',
  'bookmark_count',
  'confused_count',
  'created_at',
  'updated_at',
  'published_at',
  'submitter_id',
  'submitted_at',
  'details',
  'is_template',
] as const satisfies (keyof Item)[];

const fieldNames = [
  'title',
  'slug',
  'summary',
  'category_id',
  'difficulty',
  'visibility',
  'tags',
  'meta_title',
  'meta_description',
  'thumbnail_placement',
] as const;

/** What its author chooses about an item, apart from its body. */
export type ItemFields = Pick<Item, (typeof fieldNames)[number]>;

/** Only these fields, of an item or of a former version. */
export const pickItemFields = (from: ItemFields): ItemFields =>
  Object.fromEntries(fieldNames.map((name) => [name, from[name]])) as unknown as ItemFields;

export const newItem = (
  {
    id,
    kind,
    author_id,
    status,
    fields,
  }: { id: string; kind: ContentKind; author_id: string; status: ContentStatus; fields: ItemFields },
  now = new Date(),
): Item => ({
  id,
  kind,
  author_id,
  status,
  ...pickItemFields(fields),
  is_template: false,
  hidden_at: null,
  thumbnail_file_id: null,
  thumbnail: null,
  version: 1,
  view_count: 0,
  like_count: 0,
  helpful_count: 0,
  bookmark_count: 0,
  confused_count: 0,
  created_at: now,
  updated_at: null,
  details: {},
  published_at: isPublishedStatus(status) ? now : null,
  submitter_id: status === 'IN_REVIEW' ? author_id : null,
  submitted_at: status === 'IN_REVIEW' ? now : null,
});

export function editItem(item: Item, fields: Partial<ItemFields>, now = new Date()): void {
  Object.assign(item, fields);
  item.version += 1;
  item.updated_at = now;
}

/**
 * @param options.awaitsReview for a video whose file is READY and that a reviewer has to publish, by a second call
 * @param options.submitterId who submits an item for review, its author by default
 */
export function setStatus(
  item: Item,
  status: ContentStatus,
  { awaitsReview = false, submitterId = item.author_id, now = new Date() } = {},
): void {
  item.status = status;
  const isInReview = status === 'IN_REVIEW' || awaitsReview;
  item.submitter_id = isInReview ? submitterId : null;
  item.submitted_at = isInReview ? (item.submitted_at ?? now) : null;
  if (isPublishedStatus(status) && !awaitsReview) item.published_at ??= now;
}

/** Sets how far the file of a video is; who submitted the video, and whether for review, stays. */
export function setProcessingStatus(item: Item, status: 'PROCESSING' | 'ERROR'): void {
  item.status = status;
}

/** Takes an item away from readers until it is published anew. */
export function withdraw(item: Item, status: ContentStatus): void {
  setStatus(item, status);
  item.published_at = null;
}

/** The columns that differ. */
export const findChanges = <T extends object>(stored: T, row: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !isDeepStrictEqual(value, stored[name as keyof T])),
  ) as Partial<T>;

export const reactionTypes = ['LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED'] as const;
export type ReactionType = (typeof reactionTypes)[number];

export type ReactionCounts = Pick<Item, 'like_count' | 'helpful_count' | 'bookmark_count' | 'confused_count'>;

/** The item's counter of each type. */
export const counterColumns: Record<ReactionType, keyof ReactionCounts> = {
  LIKE: 'like_count',
  HELPFUL: 'helpful_count',
  BOOKMARK: 'bookmark_count',
  CONFUSED: 'confused_count',
};

/** Types that give the author a point of reputation, unless they are the author's own. */
export const reputationReactions: readonly ReactionType[] = ['LIKE', 'HELPFUL'];
