import { v7 as uuidv7 } from 'uuid';
import type { Bulk } from '../../../../platform/database/bulk.js';
import type { ContentDetails } from '../../items/item.js';
import { type ContentKind, type ContentStatus, difficulties, type Visibility } from '../../items/enums.js';
import { slugFrom } from '../../items/slugs.js';
import type { IndexedItem } from '../item-search-entry.js';
import type { SeedText } from './seed-text.js';

export interface SeedContext {
  count: number;
  /** ids of users and categories to choose from */
  authors: string[];
  categories: string[];
  /** makes slugs unique when the seed runs again */
  run: string;
  now: Date;
}

export interface SeedItem {
  item: IndexedItem;
  details: ContentDetails;
  views: number;
}

/** Up to which share of the items have this status and visibility. */
export type PublicationShare = [below: number, status: ContentStatus, visibility: Visibility];

export const SEED_BATCH = 2000;
const YEARS = 3 * 365 * 24 * 3600_000;

/** Up to `max` numbers per batch, for all items of a seed. @yields the numbers of a batch, and how many that makes */
export function* seedBatches(count: number): Generator<{ numbers: number[]; done: number }> {
  for (let done = 0; done < count; done += SEED_BATCH) {
    const numbers = Array.from({ length: Math.min(SEED_BATCH, count - done) }, (_, i) => done + i);
    yield { numbers, done: done + numbers.length };
  }
}

/** The item with a number; they were created at regular intervals over some years. */
export function seedItemAt(
  text: SeedText,
  i: number,
  kind: ContentKind,
  shares: readonly PublicationShare[],
  { count, authors, categories, run, now }: SeedContext,
): SeedItem {
  const createdAt = new Date(now.getTime() - YEARS + (YEARS * i) / count);
  const title = text.title();
  const share = text.random();
  const [, status, visibility] = shares.find(([below]) => share < below) ?? shares[0]!;
  const views = Math.floor(1 / (text.random() + 0.0005));
  return {
    item: {
      id: uuidv7({ msecs: createdAt.getTime() }),
      kind,
      slug: `${slugFrom(title).slice(0, 80)}-${run}-${i}`,
      title,
      summary: text.sentences(14),
      tags: [text.wordAt(text.below(300)), text.wordAt(300 + text.below(3000))],
      category_id: text.pick(categories),
      author_id: text.pick(authors),
      difficulty: text.pick(difficulties),
      visibility,
      status,
      hidden_at: null,
      like_count: 0,
      helpful_count: 0,
      bookmark_count: 0,
      created_at: createdAt,
      updated_at: null,
      published_at: status === 'PUBLISHED' || status === 'READY' ? createdAt : null,
    },
    details: {},
    views,
  };
}

const itemColumns = [
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
  'tags',
  'meta_title',
  'meta_description',
  'version',
  'view_count',
  'like_count',
  'helpful_count',
  'bookmark_count',
  'confused_count',
  'created_at',
  'published_at',
  'details',
];

/** Copies items without what is derived from them; counters are counted by the reconcile command. */
export async function copyItems(bulk: Bulk, batch: readonly SeedItem[]): Promise<void> {
  await bulk.copy(
    'content_items',
    itemColumns,
    batch.map(({ item: i, views, details }) => [
      i.id,
      i.kind,
      i.slug,
      i.title,
      i.summary,
      i.category_id,
      i.author_id,
      i.difficulty,
      i.visibility,
      i.status,
      i.tags,
      '',
      '',
      1,
      views,
      0,
      0,
      0,
      0,
      i.created_at,
      i.published_at,
      details,
    ]),
  );
}
