import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SPLIT_POSTS_MAX, THREAD_TITLE_MAX } from '@hub/shared/limits';
import { splitThread } from '../../../api/generated/forum-writing/forum-writing';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { forumMoving } from '../../../messages/forum-moving';
import { forumWriting } from '../../../messages/forum-writing';
import { checkLength } from '../../../shared/forms/check-length';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { ForumCategoryField } from '../forum-category-field';
import { markForumListsStale, threadQuery } from '../queries';
import { endSplit, type SplitSelection } from '../posts/split-selection';
import classes from './moving.module.css';

const text = forumMoving.split;

interface SplitDialogProps {
  thread: ThreadResponse;
  posts: SplitSelection['posts'];
  onClose: () => void;
}

/** Asks for the title and the category of the new thread. */
export function SplitDialog({ thread: { id, category_id }, posts, onClose }: SplitDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const sendOnce = useIdempotentRequest();
  const form = useForm({
    initialValues: { title: '', category_id },
    validate: {
      title: (value) => (value.trim() ? checkLength(value, THREAD_TITLE_MAX) : forumWriting.thread.titleRequired),
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => {
      const body = { ...values, title: values.title.trim(), post_ids: [...posts.keys()] };
      return sendOnce(body, (request, options) => splitThread(id, request, options));
    },
    onSuccess: async (created) => {
      markForumListsStale(queryClient);
      toast(text.done(posts.size));
      endSplit();
      await navigate({ to: '/community/thread/$id', params: { id: created.id } });
      queryClient.removeQueries({ queryKey: threadQuery(id).queryKey });
    },
    getErrorText: (failure) => getErrorText(failure, text.failed),
  });
  return (
    <Dialog
      title={text.title}
      text={text.text({ count: posts.size, first: Math.min(...posts.values()) })}
      onClose={onClose}
    >
      <form {...formProps} className={classes.form}>
        <FormError text={posts.size > SPLIT_POSTS_MAX ? text.tooMany : formError} />
        <TextInput data-autofocus label={text.threadTitle} {...requiredProps} {...form.getInputProps('title')} />
        <ForumCategoryField label={text.category} {...form.getInputProps('category_id')} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending} disabled={posts.size > SPLIT_POSTS_MAX}>
            {text.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
