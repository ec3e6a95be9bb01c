import { invalid } from '../../../platform/http/errors/domain-error.js';
import type { ReviewAction, ReviewItemRequest } from './review.dto.js';

export interface ReviewDecision {
  action: ReviewAction;
  note: string;
}

/** @throws 400 when changes are requested without saying which */
export function decisionOf({ action, note = '' }: ReviewItemRequest): ReviewDecision {
  if (action === 'request_changes' && !note)
    throw invalid([{ field: 'note', message: 'Please say what should change.' }]);
  return { action, note };
}
