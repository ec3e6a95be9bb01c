import type { QueueReason } from '../../../api/generated/model/queueReason';
import { createSearchParser, enumParam, textParam } from '../../../lib/search-params';
import { REPORTED_TYPES } from '../../../shared/moderation/moderation';

export const REASONS = ['review', 'revision', 'report'] as const satisfies QueueReason[];

export const TABS = ['queue', 'reports'] as const;

export const REPORT_VIEWS = ['open', 'upheld', 'dismissed', 'hidden'] as const;
export type ReportsView = (typeof REPORT_VIEWS)[number];

/** The tab, the filters of each, and the selected entry of the queue. */
export const moderationSearch = createSearchParser({
  tab: enumParam(TABS),
  /** of the reports: the open ones by default */
  view: enumParam(REPORT_VIEWS),
  type: enumParam(REPORTED_TYPES),
  reason: enumParam(REASONS),
  /** as in `getEntryKey` */
  item: textParam,
});

export type ModerationSearch = ReturnType<typeof moderationSearch>;
export type QueueSearch = Omit<ModerationSearch, 'tab' | 'view'>;
export type ReportsSearch = Pick<ModerationSearch, 'view' | 'type'>;
