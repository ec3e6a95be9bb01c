import { defineEvent } from '../../../platform/events/events.js';
import type { ReportedSubject } from './reported-subjects.service.js';

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
  /** for the author; instances of an earlier version give none */
  note?: string;
}>('moderation.decided');

/** A moderator shows a hidden item without open reports again. */
export const itemRestored = defineEvent<{ subject: ReportedSubject; authorId: string; actorId: string; note: string }>(
  'moderation.restored',
);

/** Why open reports are closed without a decision: a merged thread is gone, but its posts are in another one. */
export type ClosingReason = 'deleted' | 'merged';

/** The open reports of an item were closed; instances of an earlier version give no reason when it was deleted. */
export const reportsClosed = defineEvent<{ subject: ReportedSubject; reporterIds: string[]; reason?: ClosingReason }>(
  'moderation.closed',
);
