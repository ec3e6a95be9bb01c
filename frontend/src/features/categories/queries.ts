import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import { getListDocumentsUrl } from '../../api/generated/reading/reading';
import { getListVideosUrl } from '../../api/generated/videos/videos';
import { ItemSort } from '../../api/generated/model/itemSort';
import type { ListedContent } from '../../shared/content/content-kind';
import { DOCUMENTS_KEY } from '../../shared/content/document-cache';
import { VIDEOS_KEY } from '../../shared/content/video-cache';

const MAX_CARDS = 6;

/** The latest documents of a category, with the number of all. */
export const categoryDocumentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, 'category', id],
    queryFn: ({ signal }) =>
      requestPage<ListedContent>(getListDocumentsUrl({ category_id: id, sort: ItemSort.updated, limit: MAX_CARDS }), {
        signal,
      }),
  });

/** The latest videos of a category, with the number of all. */
export const categoryVideosQuery = (id: string) =>
  queryOptions({
    queryKey: [...VIDEOS_KEY, 'category', id],
    queryFn: ({ signal }) =>
      requestPage<ListedContent>(getListVideosUrl({ category_id: id, sort: ItemSort.updated, limit: MAX_CARDS }), {
        signal,
      }),
  });
