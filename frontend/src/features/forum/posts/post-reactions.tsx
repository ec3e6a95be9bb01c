import { lazy } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { PostReactionType } from '../../../api/generated/model/postReactionType';
import { forum } from '../../../messages/forum';
import type { ReactionCounts } from '../../reactions/reaction-bar';
import { Reactions } from '../../reactions/reactions';
import classes from './post.module.css';

const MemberPostReactions = lazy(() => import('./member-post-reactions'));

/** What the reactions to a post show. */
export interface PostReactionsBar {
  label: string;
  counts: ReactionCounts<PostReactionType>;
}

export function PostReactions({ post }: { post: PostResponse }) {
  const bar: PostReactionsBar = {
    label: forum.thread.reactions(post.number),
    counts: { LIKE: post.like_count, HELPFUL: post.helpful_count },
  };
  return (
    <div className={classes.reactions}>
      <Reactions subject={post.id} {...bar}>
        <MemberPostReactions post={post} bar={bar} />
      </Reactions>
    </div>
  );
}
