import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { parseUrlTime } from '../../../lib/time';
import type { AboutSearch } from './search-params';

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
