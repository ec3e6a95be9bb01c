import type { PostResponse } from '../../../api/generated/model/postResponse';

/** A post with its author; of a deleted one, or one that is hidden from the user, only a placeholder is left. */
export type VisiblePost = PostResponse & { author_id: string; author_join_date: string };

export const isVisible = (post: PostResponse): post is VisiblePost => post.author_id !== null;
