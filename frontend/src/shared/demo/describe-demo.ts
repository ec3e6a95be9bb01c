import type { DemoNumbersResponse } from '../../api/generated/model/demoNumbersResponse';
import { formatList } from '../../lib/message-format';
import { demoTexts as text } from '../../messages/demo';

const KINDS = ['documents', 'videos', 'threads', 'users'] as const;

const listNumbers = (numbers: DemoNumbersResponse): string =>
  formatList(KINDS.filter((kind) => numbers[kind] > 0).map((kind) => text[kind](numbers[kind])));

/** Says what the removal of the demo content deletes. */
export function describeRemoved(numbers: DemoNumbersResponse): string {
  const found = listNumbers(numbers);
  return found ? text.removed(found) : text.removedRest;
}

/** Says what stays. */
export function describeKept(numbers: DemoNumbersResponse): string {
  const found = listNumbers(numbers);
  return found ? text.keptToo(found) : text.kept;
}
