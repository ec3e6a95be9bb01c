import { v7 as uuidv7 } from 'uuid';
import type { Bulk } from '../../../../platform/database/bulk.js';
import { difficulties, type DocumentStatus, type Visibility } from '../../items/enums.js';
import { slugFrom } from '../../items/slugs.js';
import { itemEntry } from '../../lifecycle/item-search-entry.js';
import { parseShortMarkdown } from '../../search/search-text-parser.js';
import { insertEntries, insertWords, newWordsOf, rowsOf } from '../../search/search-entry.js';
import { SeedText } from './seed-text.js';

export interface SeedContext {
  count: number;
  /** ids of users and categories to choose from */
  authors: string[];
  categories: string[];
  /** makes slugs unique when the seed runs again */
  run: string;
  now: Date;
}

const BATCH = 2000;
const WORDS = 240;
const YEARS = 3 * 365 * 24 * 3600_000;

/** Nine of ten are public; the others show in tests that nothing leaks. */
const publicationShares: [below: number, status: DocumentStatus, visibility: Visibility][] = [
  [0.9, 'PUBLISHED', 'PUBLIC'],
  [0.94, 'PUBLISHED', 'LOGGED_IN'],
  [0.97, 'PUBLISHED', 'INTERNAL'],
  [1, 'DRAFT', 'PUBLIC'],
];

/**
 * Documents with their text, history and search entries, but without the counters: reconcile counts those. Yields how
 * many there are so far.
 */
export async function* seedDocuments(bulk: Bulk, context: SeedContext): AsyncGenerator<number> {
  const text = new SeedText();
  await bulk.query('create temporary table seed_entries (rows jsonb not null)');
  const words = new Set<string>();
  for (let done = 0; done < context.count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, context.count - done) }, (_, i) =>
      documentAt(text, done + i, context),
    );
    await copyBatch(bulk, batch, words);
    yield done + batch.length;
  }
  await bulk.query(insertWords('unnest($1::text[])'), [[...words]]);
  await bulk.query('drop table seed_entries');
}

function documentAt(text: SeedText, i: number, { count, authors, categories, run, now }: SeedContext) {
  const createdAt = new Date(now.getTime() - YEARS + (YEARS * i) / count);
  const title = text.title();
  const share = text.random();
  const [, status, visibility] = publicationShares.find(([below]) => share < below) ?? publicationShares[0]!;
  const views = Math.floor(1 / (text.random() + 0.0005));
  return {
    item: {
      id: uuidv7({ msecs: createdAt.getTime() }),
      kind: 'document' as const,
      slug: `${slugFrom(title).slice(0, 80)}-${run}-${i}`,
      title,
      summary: text.sentences(14),
      tags: [text.wordAt(text.below(300)), text.wordAt(300 + text.below(3000))],
      categoryId: text.pick(categories),
      authorId: text.pick(authors),
      difficulty: text.pick(difficulties),
      visibility,
      status,
      hiddenAt: null,
      likeCount: 0,
      helpfulCount: 0,
      bookmarkCount: 0,
      createdAt,
      updatedAt: null,
      publishedAt: status === 'PUBLISHED' ? createdAt : null,
    },
    views,
    content: text.markdown(WORDS),
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
];
const revisionColumns = ['id', 'item_id', 'version', 'snapshot', 'author_id', 'note', 'state', 'created_at'];

async function copyBatch(bulk: Bulk, batch: ReturnType<typeof documentAt>[], words: Set<string>): Promise<void> {
  await bulk.copy(
    'content_items',
    itemColumns,
    batch.map(({ item: i, views }) => [
      i.id,
      'document',
      i.slug,
      i.title,
      i.summary,
      i.categoryId,
      i.authorId,
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
      i.createdAt,
      i.publishedAt,
    ]),
  );
  await bulk.copy(
    'documents',
    ['item_id', 'content'],
    batch.map(({ item, content }) => [item.id, content]),
  );
  await bulk.copy(
    'document_revisions',
    revisionColumns,
    batch.map(({ item: i, content }) => {
      const snapshot = {
        title: i.title,
        slug: i.slug,
        summary: i.summary,
        content,
        category_id: i.categoryId,
        difficulty: i.difficulty,
        visibility: i.visibility,
        tags: i.tags,
        meta_title: '',
        meta_description: '',
        thumbnail_placement: 'PAGE',
      };
      return [i.id, i.id, 1, snapshot, i.authorId, '', 'live', i.createdAt];
    }),
  );
  const entries = batch.map(({ item, content }) => itemEntry(item, parseShortMarkdown(content)));
  for (const entry of entries) for (const word of newWordsOf(entry)) words.add(word);
  await bulk.copy(
    'seed_entries',
    ['rows'],
    entries.map((entry) => [JSON.stringify(rowsOf(entry))]),
  );
  await bulk.query(insertEntries('s.rows', 'seed_entries s cross join lateral'));
  await bulk.query('truncate seed_entries');
}
