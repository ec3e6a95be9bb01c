import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage } from '../../api/client';
import { getListCommentsQueryKey, getListCommentsUrl } from '../../api/generated/reading/reading';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';

/** What is commented on. */
export interface Subject {
  kind: ContentKind;
  id: string;
}

const PAGE_SIZE = 20;

/** Asks for the page on which a certain comment stands; the others have their numbers. */
const AT = 0;

/** The newest first. @param at the comment to begin with, wherever it stands */
export function commentsQuery({ kind, id }: Subject, at?: string) {
  return infiniteQueryOptions({
    queryKey: [...getListCommentsQueryKey(kind, id), 'pages', at ?? null],
    queryFn: ({ pageParam: page, signal }) => {
      const which = page === AT ? { at } : { page };
      return requestPage<CommentResponse>(getListCommentsUrl(kind, id, { ...which, limit: PAGE_SIZE }), { signal });
    },
    initialPageParam: at ? AT : 1,
    getNextPageParam: ({ next }) => next,
    getPreviousPageParam: ({ previous }) => previous,
  });
}
