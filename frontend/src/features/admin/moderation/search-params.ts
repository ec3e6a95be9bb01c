import type { QueueReason } from '../../../api/generated/model/queueReason';
import { createSearchParser, enumParam, textParam } from '../../../lib/search-params';
import { REPORTED_TYPES } from '../../../shared/moderation/moderation';
import { VIEWS } from './reports/views';

export const REASONS = ['review', 'revision', 'report'] as const satisfies QueueReason[];

export const TABS = ['queue', 'reports'] as const;
export type ModerationTab = (typeof TABS)[number];

/** The tab, the filters of each, and the selected entry of the queue. */
export const moderationSearch = createSearchParser({
  tab: enumParam(TABS),
  /** of the reports */
  view: enumParam(VIEWS),
  type: enumParam(REPORTED_TYPES),
  reason: enumParam(REASONS),
  /** as in `getEntryKey` */
  item: textParam,
});

export type ModerationSearch = ReturnType<typeof moderationSearch>;
export type QueueSearch = Omit<ModerationSearch, 'tab' | 'view'>;
