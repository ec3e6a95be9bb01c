import { formatTime } from '@hub/shared/transcripts';
import type { Bulk } from '../../../../platform/database/bulk.js';
import { type VideoSourceType, videoSourceTypes } from '../../audience/audience.js';
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
import { newVideo, toDetails, type Video, videoColumns, type VideoFields } from '../video.js';
import { toSearchText } from '../video-search.js';

const CHAPTERS = 5;
const LINES = 30;
const SECONDS_PER_LINE = 6;

/** Nine of ten are public, as with documents. */
const shares: PublicationShare[] = [
  [0.9, 'READY', 'PUBLIC'],
  [0.94, 'READY', 'LOGGED_IN'],
  [0.97, 'READY', 'INTERNAL'],
  [0.99, 'PROCESSING', 'PUBLIC'],
  [1, 'ERROR', 'PUBLIC'],
];

interface SeedVideo {
  item: Item;
  video: Video;
}

/**
 * Videos with chapters, transcripts and search entries, but without files and counters: reconcile counts those. Yields
 * how many there are so far.
 */
export async function* seedVideos(bulk: Bulk, context: SeedContext): AsyncGenerator<number> {
  const text = new SeedText();
  const entries = await SeedEntries.create(bulk, text.vocabulary);
  for (const { numbers, done } of seedBatches(context.count)) {
    const batch = numbers.map((i) => createVideoRow(text, i, context));
    await copyItems(
      bulk,
      batch.map(({ item }) => item),
    );
    await copyVideos(bulk, batch);
    await entries.copy(batch, ({ item, video }) => toSearchEntry(item, toSearchText(video)));
    yield done;
  }
  await entries.finish();
}

function createVideoRow(text: SeedText, i: number, context: SeedContext): SeedVideo {
  const item = buildSeedItem(text, i, 'video', shares, context);
  const { id, author_id: savedById } = item;
  const video = newVideo({ id, fields: getFields(text), source: getSource(text), savedById });
  video.duration_sec = LINES * SECONDS_PER_LINE;
  item.details = toDetails(video, 'READY');
  return { item, video };
}

const getFields = (text: SeedText): VideoFields => ({
  description: text.sentences(60),
  chapters: Array.from({ length: CHAPTERS }, (_, n) => ({
    title: text.title(),
    start_time: (n * LINES * SECONDS_PER_LINE) / CHAPTERS,
    description: '',
  })),
  transcript: Array.from({ length: LINES }, (_, n) => `${formatTime(n * SECONDS_PER_LINE)} ${text.sentences(12)}`).join(
    '\n',
  ),
});

/** Addresses that lead to no video. */
function getSource(text: SeedText) {
  const type: VideoSourceType = text.pick(videoSourceTypes);
  return type === 'UPLOAD'
    ? { type, name: 'video.mp4', fileId: null, uploadId: null }
    : { type, url: 'https://example.org/', embedId: 'none' };
}

async function copyVideos(bulk: Bulk, batch: readonly SeedVideo[]): Promise<void> {
  await bulk.copy(
    'videos',
    videoColumns,
    batch.map(({ video }) =>
      videoColumns.map((name) => (name === 'chapters' ? JSON.stringify(video.chapters) : video[name])),
    ),
  );
}
