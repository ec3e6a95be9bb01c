import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getListPostEditsQueryKey, listPostEdits } from '../../../api/generated/forum-writing/forum-writing';
import type { PostEditResponse } from '../../../api/generated/model/postEditResponse';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { formatDateTime } from '@hub/shared/formats';
import { messages } from '../../../messages/common';
import { forumWriting } from '../../../messages/forum-writing';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { isolate } from '../../../ui/isolate';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from './writing.module.css';

const text = forumWriting.history;

const TextCompare = lazy(() => import('../../../shared/text-compare/text-compare'));

interface EditProps {
  edit: PostEditResponse;
  /** The text that replaced it. */
  after: string;
}

function Edit({ edit: { content, editor_name, created_at }, after }: EditProps) {
  const date = formatDateTime(created_at);
  return (
    <li className={classes.edit}>
      <p className={classes.hint}>{isolate((name) => text.entry({ editor: name, date }), editor_name)}</p>
      <TextCompare
        label={text.entry({ editor: editor_name, date })}
        before={content}
        after={after}
        beforeLabel={text.before}
        afterLabel={text.after}
      />
    </li>
  );
}

function Edits({ post: { id, content } }: { post: PostResponse }) {
  const { data, error, refetch } = useQuery({
    queryKey: getListPostEditsQueryKey(id),
    queryFn: ({ signal }) => listPostEdits(id, { signal }),
  });
  if (!data && error) return <LoadError error={error} title={text.failed} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} rowHeight="4rem" />;
  if (data.length === 0) return <p className={classes.hint}>{text.none}</p>;
  return (
    <Suspense fallback={<ListSkeleton rows={3} rowHeight="4rem" />}>
      <ul className={classes.edits}>
        {data.map((edit, index) => (
          <Edit key={edit.id} edit={edit} after={data[index - 1]?.content ?? content} />
        ))}
      </ul>
    </Suspense>
  );
}

interface HistoryDialogProps {
  post: PostResponse;
  onClose: () => void;
}

/** The former texts of a post, each compared with the one that replaced it. */
export default function HistoryDialog({ post, onClose }: HistoryDialogProps) {
  return (
    <Dialog isWide title={text.title(post.number)} onClose={onClose}>
      <Edits post={post} />
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onClose}>
          {messages.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
