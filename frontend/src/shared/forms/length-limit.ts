import { formTexts } from '../../messages/en-forms';

/**
 * Returns the error of a text that is longer than the server accepts, or null. Fields have no `maxlength`, which would
 * cut pasted text silently.
 */
export function checkLength(value: string, maxLength: number): string | null {
  const { length } = value.trim();
  return length > maxLength ? formTexts.tooLong(maxLength, length) : null;
}
