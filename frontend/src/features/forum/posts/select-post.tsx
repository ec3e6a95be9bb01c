import { Checkbox } from '@mantine/core';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { forumMoving } from '../../../messages/forum-moving';
import { toggleSplitPost } from './split-selection';
import classes from './post.module.css';

interface SelectPostProps {
  post: PostResponse;
  isSelected: boolean;
}

export default function SelectPost({ post, isSelected }: SelectPostProps) {
  return (
    <Checkbox
      data-split-choice
      className={classes.choice}
      label={forumMoving.split.select(post.number)}
      checked={isSelected}
      onChange={() => {
        toggleSplitPost(post);
      }}
    />
  );
}
