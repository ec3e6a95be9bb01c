import type { ReportedType } from '../../api/generated/model/reportedType';

/** Who sees the moderation queue: moderators all of it, reviewers what awaits review. One of them is enough. */
export const MODERATION_PERMISSIONS = ['moderation.handle', 'content.publish'] as const;

/** What can be reported, in the order of filters. */
export const REPORTED_TYPES = ['document', 'video', 'comment', 'thread', 'post'] as const satisfies ReportedType[];
