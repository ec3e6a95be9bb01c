import { defineEvent } from '../../../platform/events/events.js';
import type { ReportedSubject } from './reported-types.js';

export type Decision = 'dismiss' | 'uphold';

/** The first open report of an item; further ones are not published. */
export const itemReported = defineEvent<{ subject: ReportedSubject; reportId: string; authorId: string }>(
  'moderation.reported',
);

/** Reports have hidden an item, until a moderator decides. */
export const itemHidden = defineEvent<{ subject: ReportedSubject; authorId: string }>('moderation.hidden');

/** A moderator has decided on the open reports of an item. */
export const reportsDecided = defineEvent<{
  subject: ReportedSubject;
  authorId: string;
  actorId: string;
  reporterIds: string[];
  decision: Decision;
  /** before the decision */
  wasHidden: boolean;
}>('moderation.decided');

/** The open reports of an item were closed because it was deleted. */
export const reportsClosed = defineEvent<{ subject: ReportedSubject; reporterIds: string[] }>('moderation.closed');
