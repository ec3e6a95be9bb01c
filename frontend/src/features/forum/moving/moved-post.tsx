import { IconArrowForwardUp } from '@tabler/icons-react';
import type { MovedPostResponse } from '../../../api/generated/model/movedPostResponse';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { forum } from '../../../messages/en-forum';
import { PostLink } from '../posts/post-item';
import { getPostAnchor } from '../posts/use-linked-post';
import postClasses from '../posts/post.module.css';
import classes from './moving.module.css';

const text = forum.thread;

export type ListedPost = { post: PostResponse } | { moved: MovedPostResponse };

export const getListedNumber = (listed: ListedPost): number =>
  'post' in listed ? listed.post.number : listed.moved.number;

/** The posts of a page and the places of moved ones, by number. */
export const listWithMoved = ({ posts, moved }: Pick<PostListResponse, 'posts' | 'moved'>): ListedPost[] =>
  [...posts.map((post) => ({ post })), ...moved.map((place) => ({ moved: place }))].toSorted(
    (a, b) => getListedNumber(a) - getListedNumber(b),
  );

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
          {moved_to ? (
            <>
              {text.movedTo}{' '}
              <PostLink threadId={moved_to.thread_id} number={moved_to.number}>
                <bdi>{moved_to.title}</bdi>
              </PostLink>
            </>
          ) : (
            text.moved
          )}
        </span>
      </span>
      <span>{`#${number}`}</span>
    </li>
  );
}
