import type { Actor } from '../../../platform/access/actor.js';

/** The weight of a report for hiding an item without a moderator, see {@link WEIGHT_THAT_HIDES}. */
export type ReportWeight = 0 | 1 | 2;

/** Reports hide an item as soon as their weights reach this: three by members, two with one of a trusted user. */
export const WEIGHT_THAT_HIDES = 3;

/** Content of users whose role has one of these is hidden by moderators only. */
export const staffPermissions = ['moderation.handle', 'content.publish', 'content.edit_any', 'forum.moderate'] as const;

const DAY_MS = 24 * 3600_000;
const TRUSTED_AFTER_DAYS = 30;
const TRUSTED_REPUTATION = 30;

/** What the weight of a report depends on. */
interface Reporter {
  joinedAt: Date;
  reputation: number;
}

/**
 * Decided when the report is sent. Accounts younger than a day count nothing, since several are made in seconds; staff
 * and members of a month whom others found helpful count twice.
 */
export function weighReport(actor: Actor, { joinedAt, reputation }: Reporter, now = new Date()): ReportWeight {
  if (actor.canAny(...staffPermissions)) return 2;
  const days = (now.getTime() - joinedAt.getTime()) / DAY_MS;
  if (days < 1) return 0;
  return days >= TRUSTED_AFTER_DAYS && reputation >= TRUSTED_REPUTATION ? 2 : 1;
}
