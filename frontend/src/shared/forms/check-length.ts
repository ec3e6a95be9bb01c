import { formTexts } from '../../messages/common';

/**
 * Returns the error of a text that is longer than the server accepts, or null. Fields have no `maxlength`, which would
 * cut pasted text silently. A module of its own, because searches need no forms.
 */
export function checkLength(value: string, maxLength: number): string | null {
  const { length } = value.trim();
  return length > maxLength ? formTexts.tooLong({ limit: maxLength, length }) : null;
}
