import { NOTE_MAX } from '@hub/shared/limits';
import { invalid } from '../../../platform/errors/domain-error.js';
import type { QueueDecision } from '../../../platform/moderation/queue-registry.js';
import { ChoiceField, NumberField, TextField } from '../../../platform/http/validation/fields.js';
import { VERSION_MAX } from './item-fields.dto.js';

const reviewActions = ['approve', 'request_changes'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** A reviewer's decision on an item of any kind. */
export class ReviewItemRequest {
  @ChoiceField(reviewActions, { label: 'The action', enumName: 'ReviewAction' })
  action!: ReviewAction;

  @TextField({
    label: 'The note',
    description: 'for the author; required with request_changes',
    max: NOTE_MAX,
    optional: true,
    example: 'Please add an example.',
  })
  note?: string;

  @NumberField({
    label: 'The version',
    description: 'the version that was read; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;
}

/** The note of a decision that returns an item and gives no reason. */
const NO_REASON = 'Not approved. No reason was given.';

/** The decision of the moderation queue as one of a reviewer. */
export const toReviewRequest = ({ action, note, version }: QueueDecision): ReviewItemRequest => ({
  action: action === 'approve' ? 'approve' : 'request_changes',
  note: note || (action === 'reject' ? NO_REASON : ''),
  ...(version !== undefined && { version }),
});

/** A decision with all it needs. */
export interface ReviewDecision {
  action: ReviewAction;
  note: string;
}

/** @throws 400 when changes are requested without saying which */
export function parseDecision({ action, note = '' }: ReviewItemRequest): ReviewDecision {
  if (action === 'request_changes' && !note)
    throw invalid([{ field: 'note', message: 'Please say what should change.' }]);
  return { action, note };
}
