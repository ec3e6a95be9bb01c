/** The types of what can be reported; modules register them with the ModerationRegistry and the VisibilityRegistry. */
export const reportedTypes = ['document', 'video', 'comment', 'thread', 'post'] as const;
export type ReportedType = (typeof reportedTypes)[number];

/** What is reported. */
export interface ReportedSubject {
  type: ReportedType;
  id: string;
}

export const isReportedType = (type: string): type is ReportedType =>
  reportedTypes.some((reported) => reported === type);
