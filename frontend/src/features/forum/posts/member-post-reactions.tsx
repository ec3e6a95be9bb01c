import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { addPostReaction, deletePostReaction } from '../../../api/generated/forum-writing/forum-writing';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { PostReactionType } from '../../../api/generated/model/postReactionType';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { forum } from '../../../messages/forum';
import { forumWriting } from '../../../messages/forum-writing';
import { useReactionQueue } from '../../../shared/reactions/reaction-queue';
import { useCan } from '../../../shared/session/session';
import { MemberReactions } from '../../reactions/member-reactions';
import { postsQuery } from '../queries';
import type { PostReactionsBar } from './post-reactions';

/** Applies the server's response to the page of the thread; texts that changed meanwhile are not moved in. */
function applyReaction(queryClient: QueryClient, post: PostResponse): void {
  const { id, thread_id, like_count, helpful_count, own_reactions } = post;
  queryClient.setQueriesData<PostListResponse>(
    { queryKey: postsQuery(thread_id, 1).queryKey },
    (list) =>
      list && {
        ...list,
        posts: list.posts.map((each) =>
          each.id === id ? { ...each, like_count, helpful_count, own_reactions } : each,
        ),
      },
  );
}

interface MemberPostReactionsProps {
  post: PostResponse;
  bar: PostReactionsBar;
}

/** The reactions of a signed-in user to a post. */
export default function MemberPostReactions({ post, bar }: MemberPostReactionsProps) {
  const queryClient = useQueryClient();
  const isReadOnly = useCan('reactions.create') && post.abilities?.react === false;
  const queue = useReactionQueue<PostReactionType>({
    subject: ['post', post.id],
    send: async ({ type, active }) => {
      applyReaction(queryClient, await (active ? addPostReaction(post.id, type) : deletePostReaction(post.id, type)));
    },
  });
  return (
    <MemberReactions
      {...bar}
      own={post.own_reactions}
      queue={queue}
      subject={post.id}
      isReadOnly={isReadOnly}
      notAllowed={{ text: isReadOnly ? forum.thread.readOnly : forumWriting.post.reactionsNotAllowed }}
    />
  );
}
