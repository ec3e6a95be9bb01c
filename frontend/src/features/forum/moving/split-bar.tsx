import { useState } from 'react';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { messages } from '../../../messages/common';
import { forumMoving } from '../../../messages/forum-moving';
import { Button } from '../../../ui/button';
import { SplitDialog } from './split-dialog';
import { endSplit, type SplitSelection } from '../posts/split-selection';
import classes from './moving.module.css';

const text = forumMoving.split;

interface SplitBarProps {
  thread: ThreadResponse;
  selection: SplitSelection;
}

/** Stays at the lower edge of the window while posts are selected. */
export default function SplitBar({ thread, selection: { posts } }: SplitBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section data-bottom-actions aria-label={text.bar} className={classes.bar}>
      <p role="status" className={classes.count}>
        {posts.size === 0 ? text.hint : text.selected(posts.size)}
      </p>
      <Button variant="default" onClick={endSplit}>
        {messages.common.cancel}
      </Button>
      <Button
        disabled={posts.size === 0}
        onClick={() => {
          setOpen(true);
        }}
      >
        {text.open}
      </Button>
      {isOpen && (
        <SplitDialog
          thread={thread}
          posts={posts}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </section>
  );
}
