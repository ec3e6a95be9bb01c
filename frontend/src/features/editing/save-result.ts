import { getErrorText, NetworkError } from '../../api/problem';
import { messages } from '../../messages/common';
import { writing } from '../../messages/writing';

const text = writing.form;

type FailedPart = keyof typeof text.partialSave;

/** The item was saved, but a subsequent step (thumbnail, status) failed. */
export class PartialSaveError<Item = unknown> extends Error {
  readonly item: Item;
  readonly failedPart: FailedPart;

  constructor(item: Item, failedPart: FailedPart, cause: unknown) {
    super('Partially saved', { cause });
    this.name = 'PartialSaveError';
    this.item = item;
    this.failedPart = failedPart;
  }
}

/** The text of the alert: what was saved, what was not, the reason and the next step. */
export function getPartialSaveAlert({ failedPart, cause }: PartialSaveError): { title: string; text: string } {
  const { title, fallbackReason, next } = text.partialSave[failedPart];
  const reason =
    cause instanceof NetworkError ? messages.common.loadFailedOffline : getErrorText(cause, fallbackReason);
  return { title, text: `${reason}\n\n${next}` };
}
