import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import { formatList } from '../../lib/message-format';
import { readerChanges as text } from '../../messages/reader-changes';

/** One sentence on who reads afterwards, and one for those who gain and those who lose access; none for no change. */
export function describeReaderChanges(changes: ReaderChangesResponse): string[] {
  const { gained, lost, guests_gain, guests_lose } = changes;
  if (gained + lost === 0 && !guests_lose && !guests_gain) return [];
  return [
    describeAfter(changes),
    ...(guests_lose ? [text.lostWithGuests(lost)] : lost > 0 ? [text.lost(lost)] : []),
    ...(guests_gain ? [text.gainedWithGuests(gained)] : gained > 0 ? [text.gained(gained)] : []),
  ];
}

function describeAfter({ is_open_after, groups_before, groups_after }: ReaderChangesResponse): string {
  if (is_open_after) return groups_before.length > 0 ? text.opened(formatList(groups_before)) : text.openedFromClosed;
  return groups_after.length > 0 ? text.limited(formatList(groups_after)) : text.closed;
}
