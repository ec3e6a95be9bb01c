import type { ReportedType } from '../../api/generated/model/reportedType';

/** What can be reported, in the order of filters. */
export const REPORTED_TYPES = ['document', 'video', 'comment', 'thread', 'post'] as const satisfies ReportedType[];
