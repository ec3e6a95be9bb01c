import type { QueryClient } from '@tanstack/react-query';
import { getCategoryReaderChanges, setPosition } from '../../api/generated/categories/categories';
import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import type { Visibility } from '../../api/generated/model/visibility';
import { formatList } from '../../lib/message-format';
import { pageMoving as text } from '../../messages/page-moving';
import { refreshDocumentLists } from '../content/document-cache';
import type { TreeItem } from './queries';
import { refreshVideoLists } from '../content/video-cache';
import type { TreePlace } from './tree-places';

/** Moves a page with everything below it, and refetches what shows where it is. */
export async function movePage(
  queryClient: QueryClient,
  { type, id }: Pick<TreeItem, 'type' | 'id'>,
  place: TreePlace,
): Promise<void> {
  await setPosition(type, id, place);
  await Promise.all([refreshDocumentLists(queryClient), refreshVideoLists(queryClient)]);
}

/** How a move to another category changes who may read; undefined if it does not. */
export async function findReaderChanges(
  from: string | null,
  to: string,
  visibility?: Visibility,
): Promise<ReaderChangesResponse | undefined> {
  if (from === to) return undefined;
  const changes = await getCategoryReaderChanges(to, { ...(from && { from }), ...(visibility && { visibility }) });
  const isOpen = changes.is_open_before && changes.is_open_after;
  return isOpen && changes.gained === 0 && changes.lost === 0 ? undefined : changes;
}

/** Who gains and who loses access, in sentences. */
export function describeReaderChanges(changes: ReaderChangesResponse): string {
  const { gained, lost, is_open_before: wasOpen, is_open_after: isOpen, groups_before, groups_after } = changes;
  return [
    gained > 0 && text.gained(gained),
    lost > 0 && text.lost(lost),
    !wasOpen && groups_before.length > 0 && text.groupsBefore(formatList(groups_before)),
    !isOpen && (groups_after.length > 0 ? text.groupsAfter(formatList(groups_after)) : text.nobodyAfter),
    !wasOpen && isOpen && text.openAfter,
  ]
    .filter(Boolean)
    .join(' ');
}
