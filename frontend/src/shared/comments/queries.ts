import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage, type Page } from '../../api/client';
import { getListCommentsQueryKey, getListCommentsUrl } from '../../api/generated/reading/reading';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { ListCommentsParams } from '../../api/generated/model/listCommentsParams';
import type { ContentKind } from '../../api/generated/model/contentKind';

/** What is commented on. */
export interface Subject {
  kind: ContentKind;
  id: string;
}

const PAGE_SIZE = 20;

/** From where on: the newest when it says nothing, else the page with a comment, those older than one, or those newer. */
type Place = Pick<ListCommentsParams, 'at' | 'before' | 'after'>;

/** What is deleted later still marks the place from which one goes on, so that nothing is left out. */
export interface CommentPage extends Page<CommentResponse> {
  first: string | undefined;
  last: string | undefined;
}

/** The newest first. @param at the comment to begin with, wherever it stands */
export function commentsQuery({ kind, id }: Subject, at?: string) {
  const start: Place = at ? { at } : {};
  return infiniteQueryOptions({
    queryKey: [...getListCommentsQueryKey(kind, id), 'pages', at ?? null],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const url = getListCommentsUrl(kind, id, { ...pageParam, limit: PAGE_SIZE });
      const page = await requestPage<CommentResponse>(url, { signal });
      return { ...page, first: page.items[0]?.id, last: page.items.at(-1)?.id };
    },
    initialPageParam: start,
    getNextPageParam: ({ hasNext, last }, _pages, { after }): Place | undefined => {
      // All that were newer are gone: the newest begin where these ended.
      if (after && !last) return {};
      return hasNext ? { before: last } : undefined;
    },
    getPreviousPageParam: ({ hasPrevious, first }): Place | undefined => (hasPrevious ? { after: first } : undefined),
  });
}
