import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { compareReadersOfThreadMove, updateThread } from '../../../api/generated/forum-writing/forum-writing';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { forumWriting } from '../../../messages/forum-writing';
import { ReaderChanges } from '../../../shared/categories/reader-changes';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { ForumCategoryField } from '../forum-category-field';
import { forumCategoriesQuery, refreshThread } from '../queries';
import classes from '../posts/writing.module.css';

const text = forumWriting.thread;

interface MoveThreadDialogProps {
  thread: ThreadResponse;
  onClose: () => void;
}

export function MoveThreadDialog({ thread: { id, category_id }, onClose }: MoveThreadDialogProps) {
  const queryClient = useQueryClient();
  const { data: categories } = useQuery(forumCategoriesQuery);
  const form = useForm({ initialValues: { category_id } });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => updateThread(id, values),
    onSuccess: async () => {
      await refreshThread(queryClient, id);
      onClose();
      toast(text.moved, { subject: id });
    },
    getErrorText: (failure) => getErrorText(failure, text.moveFailed),
  });
  return (
    <Dialog title={text.moveTitle} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <ForumCategoryField data-autofocus label={text.moveTo} {...form.getInputProps('category_id')} />
        <ReaderChanges
          request={
            form.values.category_id === category_id ? undefined : { from: category_id, to: form.values.category_id }
          }
          compare={compareReadersOfThreadMove}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending} disabled={!categories}>
            {text.move}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
