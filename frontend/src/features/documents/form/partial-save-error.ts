import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { NetworkError } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../shared/errors/error-text';

const text = writing.form.partialSave;

/** The document was saved, but a subsequent step (thumbnail, status) failed. */
export class PartialSaveError extends Error {
  readonly document: DocumentResponse;
  readonly failedPart: keyof typeof text;

  constructor(document: DocumentResponse, missing: keyof typeof text, cause: unknown) {
    super('Half saved', { cause });
    this.name = 'HalfSaved';
    this.document = document;
    this.failedPart = missing;
  }
}

/** The text of the alert: what was saved, what was not, the reason and the next step. */
export function getPartialSaveAlert({ failedPart, cause }: PartialSaveError): { title: string; text: string } {
  const { title, fallbackReason, next } = text[failedPart];
  const reason =
    cause instanceof NetworkError ? messages.common.loadFailedOffline : getErrorText(cause, fallbackReason);
  return { title, text: `${reason}\n\n${next}` };
}
