export const THREADS_PER_PAGE = 20;
export const POSTS_PER_PAGE = 10;
export const MAX_TITLE = 200;
export const MAX_POST = 50_000;
export const MAX_TAGS = 5;
export const MAX_TAG = 40;
/** of posts that are split off at once */
export const MAX_SPLIT = 1000;

export const postReactionTypes = ['LIKE', 'HELPFUL'] as const;
export type PostReactionType = (typeof postReactionTypes)[number];

/** The page of a thread that contains the post with this number. */
export const getPostPage = (number: number): number => Math.max(1, Math.ceil(number / POSTS_PER_PAGE));

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
