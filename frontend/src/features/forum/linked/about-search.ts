import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { createSearchParser, idParam, textParam } from '../../../lib/search-params';
import { parseUrlTime } from '../../../lib/time';

/** The document or video that a new thread is about, in the URL: its id, and the time of a video. */
export const aboutSearch = createSearchParser({ document: idParam, video: idParam, t: textParam });

export type AboutSearch = ReturnType<typeof aboutSearch>;

/** What is sent with the thread; undefined without an item. */
export function toAboutItem({ document, video, t }: AboutSearch): AboutItemRequest | undefined {
  if (document) return { item_type: 'document', item_id: document };
  if (!video) return undefined;
  const second = parseUrlTime(t);
  return { item_type: 'video', item_id: video, ...(second !== undefined && { second }) };
}

/** The URL params for an item. */
export const toAboutSearch = ({ item_type, item_id, second }: AboutItemRequest): AboutSearch =>
  item_type === 'document' ? { document: item_id } : { video: item_id, ...(second && { t: String(second) }) };
