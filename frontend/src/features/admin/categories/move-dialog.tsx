import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { deleteCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { messages } from '../../../messages/en';
import { categoryTexts as text } from '../../../messages/en-categories';
import { categoryOptions } from '../../../shared/categories/category-options';
import { afterChange } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { useSending } from '../../../shared/forms/use-sending';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { FormFailure } from '../../../ui/form-failure';
import { required } from '../../../ui/required';
import { SelectField } from '../../../ui/select-field';
import { toast } from '../../../ui/toast/toast';
import classes from './categories.module.css';
import type { InUse } from './use-delete-category';

interface MoveDialogProps extends InUse {
  categories: readonly CategoryResponse[];
  onClose: () => void;
}

/** It is not empty: where its content goes is chosen here, then it is deleted. */
export function MoveDialog({ category, detail, categories, onClose }: MoveDialogProps) {
  const queryClient = useQueryClient();
  const targets = categoryOptions(categories).filter(({ value }) => value !== category.id);
  const below = categories.filter(({ parent_category_id }) => parent_category_id === category.id).length;
  const form = useForm({
    initialValues: { move_to: '' },
    validate: { move_to: (chosen) => (chosen ? null : text.targetRequired) },
  });
  const { formProps, failure, isPending } = useSending({
    form,
    send: ({ move_to }) => deleteCategory(category.id, { move_to }),
    onSent: async () => {
      await afterChange(queryClient);
      onClose();
      toast(text.removed);
    },
    explain: (error) => failureText(error, text.removeFailed),
  });
  const title = text.inUseTitle(category.name);
  const said = below > 0 ? `${detail} ${text.subcategories(below)}` : detail;
  if (targets.length === 0) {
    return (
      <Dialog role="alertdialog" title={title} text={`${detail}\n${text.nowhere}`} onClose={onClose}>
        <DialogActs>
          <Button data-autofocus onClick={onClose}>
            {messages.common.ok}
          </Button>
        </DialogActs>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} text={said} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormFailure text={failure} />
        <SelectField
          data-autofocus
          label={text.moveTo}
          {...required}
          data={[{ value: '', label: text.chooseTarget }, ...targets]}
          {...form.getInputProps('move_to')}
        />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" look="danger" loading={isPending}>
            {text.moveAndRemove}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
