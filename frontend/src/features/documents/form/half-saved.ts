import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { NetworkError } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { failureText } from '../../../shared/errors/failure-text';

const text = writing.form.half;

/** The text is safe on the server, and what was asked for besides did not happen. */
export class HalfSaved extends Error {
  readonly document: DocumentResponse;
  /** What did not happen. */
  readonly missing: keyof typeof text;

  constructor(document: DocumentResponse, missing: keyof typeof text, cause: unknown) {
    super('Half saved', { cause });
    this.name = 'HalfSaved';
    this.document = document;
    this.missing = missing;
  }
}

/** What has happened, what has not, why, and what to do about it. */
export function halfSavedAlert({ missing, cause }: HalfSaved): { title: string; text: string } {
  const { title, why, next } = text[missing];
  const reason = cause instanceof NetworkError ? messages.common.loadFailedOffline : failureText(cause, why);
  return { title, text: `${reason}\n\n${next}` };
}
