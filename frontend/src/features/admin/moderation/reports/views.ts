import type { ReportedType } from '../../../../api/generated/model/reportedType';

export const VIEWS = ['open', 'upheld', 'dismissed', 'hidden'] as const;
export type ReportsView = (typeof VIEWS)[number];

/** The view, which is that of open reports by default, and the filter. */
export interface ReportsSearch {
  view?: ReportsView | undefined;
  type?: ReportedType | undefined;
}
