import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { THREAD_TITLE_MAX } from '@hub/shared/limits';
import { updateThread } from '../../../api/generated/forum-writing/forum-writing';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { forumWriting } from '../../../messages/forum-writing';
import { checkLength } from '../../../shared/forms/check-length';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { refreshThread } from '../queries';
import { checkTags, ThreadTags } from '../thread-tags';
import classes from '../posts/writing.module.css';

const text = forumWriting.thread;

interface EditThreadDialogProps {
  thread: ThreadResponse;
  onClose: () => void;
}

export function EditThreadDialog({ thread: { id, title, tags }, onClose }: EditThreadDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { title, tags },
    validate: {
      title: (value) => (value.trim() ? checkLength(value, THREAD_TITLE_MAX) : text.titleRequired),
      tags: checkTags,
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => updateThread(id, { title: values.title.trim(), tags: values.tags }),
    onSuccess: async () => {
      await refreshThread(queryClient, id);
      onClose();
      toast(text.saved, { subject: id });
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog title={text.editTitle} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <TextInput
          data-autofocus
          label={forumWriting.newThread.titleLabel}
          {...requiredProps}
          {...form.getInputProps('title')}
        />
        <ThreadTags
          value={form.values.tags}
          error={form.errors['tags']}
          onChange={(next) => {
            form.setFieldValue('tags', next);
          }}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
