import type { QueueReason } from '../../../api/generated/model/queueReason';
import { createSearchParser, enumParam, textParam } from '../../../lib/search-params';
import { REPORTED_TYPES } from '../../../shared/moderation/moderation';

export const REASONS = ['review', 'revision', 'report'] as const satisfies QueueReason[];

/** The filters and the selected entry. */
export const queueSearch = createSearchParser({
  type: enumParam(REPORTED_TYPES),
  reason: enumParam(REASONS),
  /** as in `getEntryKey` */
  item: textParam,
});

export type QueueSearch = ReturnType<typeof queueSearch>;
