import { NOT_APPROVED } from '@hub/shared/system-notes';
import { NOTE_MAX } from '@hub/shared/limits';
import { invalid } from '../../../platform/errors/domain-error.js';
import type { QueueDecision } from '../../../platform/moderation/queue-registry.js';
import { ChoiceField, NumberField, TextField } from '../../../platform/http/validation/fields.js';
import { VERSION_MAX } from './item-fields.dto.js';

const reviewActions = ['approve', 'request_changes'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** A reviewer's decision on an item of any kind. */
export class ReviewItemRequest {
  @ChoiceField(reviewActions, { label: 'action', enumName: 'ReviewAction' })
  action!: ReviewAction;

  @TextField({
    label: 'note',
    description: 'for the author; required with request_changes',
    max: NOTE_MAX,
    optional: true,
    example: 'Please add an example.',
  })
  note?: string;

  @NumberField({
    label: 'version',
    description: 'the version that was read; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;
}

/** The decision of the moderation queue as one of a reviewer. */
export const toReviewRequest = ({ action, note, version }: QueueDecision): ReviewItemRequest => ({
  action: action === 'approve' ? 'approve' : 'request_changes',
  note: note || (action === 'reject' ? NOT_APPROVED : ''),
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
    throw invalid([{ field: 'note', message: (texts) => texts.content.noteRequired }]);
  return { action, note };
}
