import type { ReportedType } from '../../api/generated/model/reportedType';

/** Who handles reports: moderators, and members of a group that moderates a category those in it. */
export const REPORTS_REQUIREMENTS = ['moderation.handle', 'moderates_categories'] as const;

/** Who sees the moderation queue: the same, and reviewers what awaits review. One of them is enough. */
export const MODERATION_REQUIREMENTS = [...REPORTS_REQUIREMENTS, 'content.publish'] as const;

/** What can be reported, in the order of filters. */
export const REPORTED_TYPES = ['document', 'video', 'comment', 'thread', 'post'] as const satisfies ReportedType[];
