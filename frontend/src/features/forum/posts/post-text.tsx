import { useMemo } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { adjustCommentTree } from '../../comments/comment-markdown';
import type { HastNode } from '@hub/shared/markdown/hast';
import { Markdown } from '../../markdown/markdown';
import classes from './post.module.css';

interface PostTextProps {
  post: Pick<PostResponse, 'content' | 'mentions'>;
  /** Makes the ids of the text unique on the page. */
  idPrefix: string;
}

export function PostText({ post: { content, mentions }, idPrefix }: PostTextProps) {
  const adjust = useMemo(
    () => (tree: HastNode) => {
      adjustCommentTree(tree, { id: idPrefix, mentions });
    },
    [idPrefix, mentions],
  );
  return (
    <div className={classes.text}>
      <Markdown text={content} adjust={adjust} isComment rawHtml="text" />
    </div>
  );
}
