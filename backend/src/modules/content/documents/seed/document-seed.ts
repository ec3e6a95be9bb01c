import type { Bulk } from '../../../../platform/database/bulk.js';
import type { Item } from '../../items/item.js';
import {
  copyItems,
  type PublicationShare,
  seedBatches,
  type SeedContext,
  buildSeedItem,
} from '../../items/seed/seed-items.js';
import { toSearchEntry } from '../../items/derived-data.service.js';
import { SeedText } from '../../items/seed/seed-text.js';
import { SeedEntries } from '../../search/seed/seed-entries.js';
import { createSnapshot } from '../documents.repository.js';
import { parseShortMarkdown } from '../../search/search-text-parser.js';

const WORDS = 240;

/** Nine of ten are public; the others show in tests that nothing leaks. */
const shares: PublicationShare[] = [
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
  const entries = await SeedEntries.create(bulk, text.vocabulary);
  for (const { numbers, done } of seedBatches(context.count)) {
    const batch = numbers.map((i) => ({
      item: buildSeedItem(text, i, 'document', shares, context),
      content: text.markdown(WORDS),
    }));
    await copyItems(
      bulk,
      batch.map(({ item }) => item),
    );
    await copyDocuments(bulk, batch);
    await entries.copy(batch, ({ item, content }) => toSearchEntry(item, parseShortMarkdown(content)));
    yield done;
  }
  await entries.finish();
}

const revisionColumns = ['id', 'item_id', 'version', 'snapshot', 'author_id', 'note', 'state', 'created_at'];

async function copyDocuments(bulk: Bulk, batch: readonly { item: Item; content: string }[]): Promise<void> {
  await bulk.copy(
    'documents',
    ['item_id', 'content'],
    batch.map(({ item, content }) => [item.id, content]),
  );
  await bulk.copy(
    'document_revisions',
    revisionColumns,
    batch.map(({ item, content }) => {
      const { id, author_id, created_at } = item;
      return [id, id, 1, createSnapshot(item, content), author_id, '', 'live', created_at];
    }),
  );
}
