import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import { formatList } from '../../lib/message-format';
import { readerChanges as text } from '../../messages/reader-changes';

/** One sentence on who reads afterwards, and one for those who gain and those who lose access. */
export function describeReaderChanges(changes: ReaderChangesResponse, isForGuests: boolean): string[] {
  const { gained, lost, is_open_before, is_open_after, groups_before, groups_after } = changes;
  const guestsLose = isForGuests && is_open_before && !is_open_after;
  const guestsGain = isForGuests && !is_open_before && is_open_after;
  if (gained + lost === 0 && !guestsLose && !guestsGain) return [];
  return [
    describeAfter(is_open_after ? groups_before : groups_after, is_open_after),
    ...(guestsLose ? [text.lostWithGuests(lost)] : lost > 0 ? [text.lost(lost)] : []),
    ...(guestsGain ? [text.gainedWithGuests(gained)] : gained > 0 ? [text.gained(gained)] : []),
  ];
}

function describeAfter(groups: readonly string[], isOpen: boolean): string {
  if (isOpen) return groups.length > 0 ? text.opened(formatList(groups)) : text.openedFromClosed;
  return groups.length > 0 ? text.limited(formatList(groups)) : text.closed;
}
