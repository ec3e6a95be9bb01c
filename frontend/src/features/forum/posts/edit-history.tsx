import { useState } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { forum } from '../../../messages/forum';
import { useFormatTime } from '../../../ui/time';
import HistoryDialog from './history-dialog';
import classes from './writing.module.css';

/** The mark of an edited post; it opens the former texts. */
export default function EditHistory({ post, editedAt }: { post: PostResponse; editedAt: string }) {
  const [isOpen, setOpen] = useState(false);
  const { formatDateTime } = useFormatTime();
  return (
    <>
      <button
        type="button"
        title={forum.thread.editedAt(formatDateTime(editedAt))}
        className={classes.edited}
        onClick={() => {
          setOpen(true);
        }}
      >
        {post.edited_by_moderator ? forum.thread.editedByModerator : forum.thread.edited}
      </button>
      {isOpen && (
        <HistoryDialog
          post={post}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
