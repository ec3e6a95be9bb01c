import { infiniteQueryOptions } from '@tanstack/react-query';
import { requestPage, type Page } from '../../api/client';
import {
  getListCommentsQueryKey,
  getListCommentsUrl,
  getListCommentThreadsUrl,
} from '../../api/generated/reading/reading';
import type { CommentOrder } from '../../api/generated/model/commentOrder';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import type { ListCommentThreadsParams } from '../../api/generated/model/listCommentThreadsParams';
import type { ContentKind } from '../../api/generated/model/contentKind';

/** The content that is commented on. */
export interface Subject {
  kind: ContentKind;
  id: string;
}

const PAGE_SIZE = 20;
const REPLIES_PAGE_SIZE = 50;

/**
 * The start of a page: the first comments by default, else the page that contains a comment, or those older or newer
 * than one.
 */
type PagePosition = Pick<ListCommentThreadsParams, 'at' | 'before' | 'after'>;

/** Page boundaries are ids, which remain valid cursors even if the comments are deleted. */
export interface CommentPage extends Page<CommentThreadResponse> {
  first: string | undefined;
  last: string | undefined;
}

/** The cached pages of all orders and starting points. */
export const getCommentPagesKey = ({ kind, id }: Subject) => [...getListCommentsQueryKey(kind, id), 'pages'];

/**
 * Lists top-level comments with their first replies.
 * @param at the id of the comment to start with
 */
export function commentsQuery(subject: Subject, order: CommentOrder, at?: string) {
  const { kind, id } = subject;
  const start: PagePosition = at ? { at } : {};
  const [forward, backward] = order === 'oldest' ? (['after', 'before'] as const) : (['before', 'after'] as const);
  return infiniteQueryOptions({
    queryKey: [...getCommentPagesKey(subject), order, at ?? null],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const url = getListCommentThreadsUrl(kind, id, { ...pageParam, order, limit: PAGE_SIZE });
      const page = await requestPage<CommentThreadResponse>(url, { signal });
      return { ...page, first: page.items[0]?.id, last: page.items.at(-1)?.id };
    },
    initialPageParam: start,
    getNextPageParam: ({ hasNext, last }, _pages, position): PagePosition | undefined => {
      // All comments before were deleted, so the first page is the one of the beginning.
      if (position[backward] && !last) return {};
      return hasNext ? { [forward]: last } : undefined;
    },
    getPreviousPageParam: ({ hasPrevious, first }): PagePosition | undefined =>
      hasPrevious ? { [backward]: first } : undefined,
  });
}

/** Loads replies beside those that are shown; the oldest first. */
export const requestReplies = (
  { kind, id }: Subject,
  root_id: string,
  position: Pick<PagePosition, 'before' | 'after'>,
): Promise<Page<CommentResponse>> =>
  requestPage(getListCommentsUrl(kind, id, { root_id, order: 'oldest', limit: REPLIES_PAGE_SIZE, ...position }));
