import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { compareReadersOfMove, deleteCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { messages } from '../../../messages/common';
import { categoryTexts as text } from '../../../messages/admin';
import { toCategoryOptions } from '../../../shared/categories/category-tree';
import { ReaderChanges } from '../../../shared/categories/reader-changes';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../api/problem';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { SelectField } from '../../../ui/fields';
import { toast } from '../../../ui/toast/toast';
import { isolate } from '../../../ui/isolate';
import classes from './categories.module.css';
import type { CategoryInUse } from './use-delete-category';

interface MoveDialogProps extends CategoryInUse {
  categories: readonly CategoryResponse[];
  onClose: () => void;
}

/** Asks where to move the content of a category before it is deleted. */
export function MoveDialog({ category, detail, categories, onClose }: MoveDialogProps) {
  const queryClient = useQueryClient();
  const targets = toCategoryOptions(categories).filter(({ value }) => value !== category.id);
  const below = categories.filter(({ parent_category_id }) => parent_category_id === category.id).length;
  const form = useForm({
    initialValues: { move_to: '' },
    validate: { move_to: (chosen) => (chosen ? null : text.targetRequired) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ move_to }) => deleteCategory(category.id, { move_to }),
    onSuccess: async () => {
      await refreshDocumentLists(queryClient);
      onClose();
      toast(text.removed);
    },
    getErrorText: (error) => getErrorText(error, text.removeFailed),
  });
  const title = isolate(text.inUseTitle, category.name);
  const said = below > 0 ? `${detail} ${text.subcategories(below)}` : detail;
  if (targets.length === 0) {
    return (
      <Dialog role="alertdialog" title={title} text={`${detail}\n${text.nowhere}`} onClose={onClose}>
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            {messages.common.ok}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} text={said} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <SelectField
          data-autofocus
          label={text.moveTo}
          {...requiredProps}
          data={[{ value: '', label: text.chooseTarget }, ...targets]}
          {...form.getInputProps('move_to')}
        />
        <ReaderChanges
          request={form.values.move_to ? { from: category.id, to: form.values.move_to } : undefined}
          compare={compareReadersOfMove}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" variant="danger" isLoading={isPending}>
            {text.moveAndRemove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
