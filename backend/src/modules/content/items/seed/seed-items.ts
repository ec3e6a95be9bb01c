import { v7 as uuidv7 } from 'uuid';
import { createSlug } from '@hub/shared/slugs';
import type { Bulk } from '../../../../platform/database/bulk.js';
import { type Item, itemColumns, newItem } from '../item.js';
import { type ContentKind, type ContentStatus, difficulties, type Visibility } from '../../audience/audience.js';
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

/** Up to which share of the items have this status and visibility. */
export type PublicationShare = [below: number, status: ContentStatus, visibility: Visibility];

const SEED_BATCH = 2000;
const YEARS = 3 * 365 * 24 * 3600_000;

/** Up to `max` numbers per batch, for all items of a seed. @yields the numbers of a batch, and how many that makes */
export function* seedBatches(count: number): Generator<{ numbers: number[]; done: number }> {
  for (let done = 0; done < count; done += SEED_BATCH) {
    const numbers = Array.from({ length: Math.min(SEED_BATCH, count - done) }, (_, i) => done + i);
    yield { numbers, done: done + numbers.length };
  }
}

/** The item with a number; they were created at regular intervals over some years. */
export function buildSeedItem(
  text: SeedText,
  i: number,
  kind: ContentKind,
  shares: readonly PublicationShare[],
  { count, authors, categories, run, now }: SeedContext,
): Item {
  const createdAt = new Date(now.getTime() - YEARS + (YEARS * i) / count);
  const title = text.title();
  const share = text.random();
  const [, status, visibility] = shares.find(([below]) => share < below) ?? shares[0]!;
  const views = Math.floor(1 / (text.random() + 0.0005));
  const fields = {
    slug: `${createSlug(title).slice(0, 80)}-${run}-${i}`,
    title,
    summary: text.sentences(14),
    tags: [text.getWord(text.below(300)), text.getWord(300 + text.below(3000))],
    category_id: text.pick(categories),
    meta_title: '',
    meta_description: '',
    thumbnail_placement: 'PAGE' as const,
  };
  const author_id = text.pick(authors);
  const difficulty = text.pick(difficulties);
  const id = uuidv7({ msecs: createdAt.getTime() });
  const item = newItem({ id, kind, author_id, status, fields: { ...fields, difficulty, visibility } }, createdAt);
  item.view_count = views;
  return item;
}

/** Copies items without what is derived from them; counters are counted by the reconcile command. */
export const copyItems = (bulk: Bulk, items: readonly Item[]): Promise<void> =>
  bulk.copy(
    'content_items',
    itemColumns,
    items.map((item) => itemColumns.map((name) => item[name])),
  );
