import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage, type Page } from '../../api/client';
import { getListCommentsQueryKey, getListCommentsUrl } from '../../api/generated/reading/reading';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { ListCommentsParams } from '../../api/generated/model/listCommentsParams';
import type { ContentKind } from '../../api/generated/model/contentKind';

/** The content that is commented on. */
export interface Subject {
  kind: ContentKind;
  id: string;
}

const PAGE_SIZE = 20;

/**
 * The start of a page: the newest comments by default, else the page that contains a comment, or those older or newer
 * than one.
 */
type PagePosition = Pick<ListCommentsParams, 'at' | 'before' | 'after'>;

/** Page boundaries are ids, which remain valid cursors even if the comments are deleted. */
export interface CommentPage extends Page<CommentResponse> {
  first: string | undefined;
  last: string | undefined;
}

/**
 * Lists comments, newest first.
 * @param at the id of the comment to start with
 */
export function commentsQuery({ kind, id }: Subject, at?: string) {
  const start: PagePosition = at ? { at } : {};
  return infiniteQueryOptions({
    queryKey: [...getListCommentsQueryKey(kind, id), 'pages', at ?? null],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const url = getListCommentsUrl(kind, id, { ...pageParam, limit: PAGE_SIZE });
      const page = await requestPage<CommentResponse>(url, { signal });
      return { ...page, first: page.items[0]?.id, last: page.items.at(-1)?.id };
    },
    initialPageParam: start,
    getNextPageParam: ({ hasNext, last }, _pages, { after }): PagePosition | undefined => {
      // All newer comments were deleted, so the first page is the newest one.
      if (after && !last) return {};
      return hasNext ? { before: last } : undefined;
    },
    getPreviousPageParam: ({ hasPrevious, first }): PagePosition | undefined =>
      hasPrevious ? { after: first } : undefined,
  });
}
