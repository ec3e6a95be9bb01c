import { getPostPage, POSTS_PER_PAGE } from '@hub/shared/thread-pages';

export const THREADS_PER_PAGE = 20;

export const postReactionTypes = ['LIKE', 'HELPFUL'] as const;
export type PostReactionType = (typeof postReactionTypes)[number];

export const threadPath = (id: string): string => `/community/thread/${id}`;

/** The address of a post in its thread. */
export const postPath = (threadId: string, number: number): string => {
  const page = getPostPage(number);
  return `${threadPath(threadId)}${page > 1 ? `?page=${page}` : ''}#post-${number}`;
};

/** SQL for {@link postPath}. */
export const postPathSql = (threadId: string, number: string): string => `
  '${threadPath('')}' || ${threadId}
    || case when ${number} > ${POSTS_PER_PAGE}
         then '?page=' || (${number} + ${POSTS_PER_PAGE - 1}) / ${POSTS_PER_PAGE} else '' end
    || '#post-' || ${number}`;
