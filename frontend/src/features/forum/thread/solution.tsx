import { IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGetPostQueryKey, getPost } from '../../../api/generated/forum/forum';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { forum } from '../../../messages/forum';
import { isolate } from '../../../ui/isolate';
import { BecameDocument } from '../posts/became-document';
import { PostLink } from '../posts/post-item';
import { PostText } from '../posts/post-text';
import classes from './thread.module.css';

const text = forum.thread;

const postQuery = (id: string) =>
  queryOptions({ queryKey: getGetPostQueryKey(id), queryFn: ({ signal }) => getPost(id, { signal }) });

interface SolutionProps {
  thread: ThreadResponse;
  /** Those of the page, which usually contains the solution. */
  posts: readonly PostResponse[];
}

/** The accepted answer, shown beneath the question unless it is the next post. */
export function Solution({ thread: { id, solution_post_id, solution_number }, posts }: SolutionProps) {
  const onPage = posts.find((post) => post.id === solution_post_id);
  const { data = onPage } = useQuery({
    ...postQuery(solution_post_id ?? ''),
    enabled: solution_post_id !== null && !onPage,
  });
  const post = onPage ?? data;
  if (!post || solution_number === null || post.content === '') return null;
  return (
    <section aria-label={text.solution} className={classes.solution}>
      <p className={classes.solutionHead}>
        <IconCircleCheck size={18} aria-hidden="true" />
        <span>{isolate((name) => text.solvedBy({ name, number: solution_number }), post.author_name)}</span>
        <PostLink threadId={id} number={solution_number}>
          {text.showSolution}
        </PostLink>
      </p>
      <PostText post={post} idPrefix={`solution-${post.id}`} />
      <BecameDocument post={post} />
    </section>
  );
}
