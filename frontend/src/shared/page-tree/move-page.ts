import type { QueryClient } from '@tanstack/react-query';
import { setPosition } from '../../api/generated/categories/categories';
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
