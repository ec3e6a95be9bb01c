import { IconArrowForwardUp } from '@tabler/icons-react';
import type { MovedPostResponse } from '../../../api/generated/model/movedPostResponse';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { forum } from '../../../messages/forum';
import { insertElements } from '../../../ui/isolate';
import { PostLink } from '../posts/post-item';
import { getPostAnchor } from '../posts/use-linked-post';
import postClasses from '../posts/post.module.css';
import classes from './moving.module.css';

const text = forum.thread;

export type ListedPost = { post: PostResponse } | { moved: MovedPostResponse };

export const getListedNumber = (listed: ListedPost): number =>
  'post' in listed ? listed.post.number : listed.moved.number;

/**
 * The posts of a page and the places of those in other threads, by number. A post that was moved back has a new number
 * in the thread; its former place is not listed.
 */
export const listWithMoved = (
  { posts, moved }: Pick<PostListResponse, 'posts' | 'moved'>,
  threadId: string,
): ListedPost[] =>
  [
    ...posts.map((post) => ({ post })),
    ...moved.filter(({ moved_to }) => moved_to?.thread_id !== threadId).map((place) => ({ moved: place })),
  ].toSorted((a, b) => getListedNumber(a) - getListedNumber(b));

/** The number of a post that was moved away and back again, by its former one. */
export const findReturned = (
  { moved }: Pick<PostListResponse, 'moved'>,
  threadId: string,
  former: number | undefined,
) => moved.find(({ number, moved_to }) => number === former && moved_to?.thread_id === threadId)?.moved_to?.number;

/** What remains of a post that was moved to another thread. */
export function MovedPost({ moved: { number, moved_to }, isLinked }: { moved: MovedPostResponse; isLinked: boolean }) {
  return (
    <li
      id={getPostAnchor(number)}
      data-number={number}
      tabIndex={-1}
      className={postClasses.placeholder}
      data-first-focus={isLinked || undefined}
    >
      <span className={classes.moved}>
        <IconArrowForwardUp size={16} aria-hidden="true" />
        <span>
          {moved_to
            ? insertElements(
                text.movedTo,
                <PostLink threadId={moved_to.thread_id} number={moved_to.number}>
                  <bdi>{moved_to.title}</bdi>
                </PostLink>,
              )
            : text.moved}
        </span>
      </span>
      <span>{`#${number}`}</span>
    </li>
  );
}
