import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import { getSeriesProgress } from '../../api/generated/categories/categories';
import { getListDocumentsUrl } from '../../api/generated/reading/reading';
import { getListVideosUrl } from '../../api/generated/videos/videos';
import { ItemSort } from '../../api/generated/model/itemSort';
import type { ListedContent } from '../../shared/content/content-kind';
import { DOCUMENTS_KEY } from '../../shared/content/document-cache';
import { PAGE_TREE_KEY } from '../../shared/content/page-queries';
import { VIDEOS_KEY } from '../../shared/content/video-cache';

const LATEST = { sort: ItemSort.updated, limit: 6 };

const requestItems = (url: string, signal: AbortSignal) => requestPage<ListedContent>(url, { signal });

/** The latest documents of a category, with the number of all. */
export const categoryDocumentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, 'category', id],
    queryFn: ({ signal }) => requestItems(getListDocumentsUrl({ category_id: id, ...LATEST }), signal),
  });

/** The latest videos of a category, with the number of all. */
export const categoryVideosQuery = (id: string) =>
  queryOptions({
    queryKey: [...VIDEOS_KEY, 'category', id],
    queryFn: ({ signal }) => requestItems(getListVideosUrl({ category_id: id, ...LATEST }), signal),
  });

/** How far the member has come in a series; changes with its tree. */
export const seriesProgressQuery = (id: string) =>
  queryOptions({
    queryKey: [...PAGE_TREE_KEY, id, 'progress'],
    queryFn: ({ signal }) => getSeriesProgress(id, { signal }),
  });
