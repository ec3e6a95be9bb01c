import { useMemo } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { HastNode } from '@hub/shared/markdown/hast';
import { Markdown } from '../markdown/markdown';
import { adjustCommentTree } from './comment-markdown';
import classes from './comments.module.css';

export function CommentText({ comment: { id, content, mentions } }: { comment: CommentResponse }) {
  const adjust = useMemo(
    () => (tree: HastNode) => {
      adjustCommentTree(tree, { id, mentions });
    },
    [id, mentions],
  );
  return (
    <div className={classes.text}>
      <Markdown text={content} adjust={adjust} isComment rawHtml="text" />
    </div>
  );
}
