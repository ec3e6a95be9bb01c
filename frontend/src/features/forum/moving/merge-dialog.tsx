import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getPostPage } from '@hub/shared/thread-pages';
import { getPostPlace } from '../../../api/generated/forum/forum';
import { mergeThreads } from '../../../api/generated/forum-writing/forum-writing';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { forumMoving } from '../../../messages/forum-moving';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { markForumListsStale, threadQuery, toPageParam } from '../queries';
import { getPostAnchor } from '../posts/use-linked-post';
import { ThreadPicker } from './thread-picker';
import classes from './moving.module.css';

const text = forumMoving.merge;

interface MergeDialogProps {
  thread: ThreadResponse;
  onClose: () => void;
}

/** Moves all posts to the end of another thread. */
export default function MergeDialog({ thread: { id, title, post_count }, onClose }: MergeDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { target_id: '' },
    validate: { target_id: (value) => (value ? null : text.required) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: async (values) => {
      const target = await mergeThreads(id, values);
      // Where its Original Post is now; the threads are merged whether or not it can be found.
      const place = await getPostPlace(id, '1').catch(() => undefined);
      return { target, number: place?.number };
    },
    onSuccess: async ({ target, number }) => {
      markForumListsStale(queryClient);
      toast(text.done);
      onClose();
      // Its pages and counters are older than the merge.
      queryClient.removeQueries({ queryKey: threadQuery(target.id).queryKey });
      await navigate({
        to: '/community/thread/$id',
        params: { id: target.id },
        search: { page: toPageParam(getPostPage(number ?? 1)) },
        hash: number === undefined ? undefined : getPostAnchor(number),
        replace: true,
      });
      queryClient.removeQueries({ queryKey: threadQuery(id).queryKey });
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog title={text.title} text={text.text({ title, count: post_count })} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <ThreadPicker
          excludedId={id}
          value={form.values.target_id}
          error={form.errors['target_id']}
          onChange={(threadId) => {
            form.setFieldValue('target_id', threadId);
          }}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
