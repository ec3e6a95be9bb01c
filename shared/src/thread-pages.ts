export const POSTS_PER_PAGE = 10;

/** The page of a thread that contains the post with this number. */
export const getPostPage = (number: number): number => Math.max(1, Math.ceil(number / POSTS_PER_PAGE));
