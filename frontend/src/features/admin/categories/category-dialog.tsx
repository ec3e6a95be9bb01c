import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createCategory, updateCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { getErrorDetail } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { categoryTexts as text } from '../../../messages/en-categories';
import { toCategoryOptions } from '../../../shared/categories/category-options';
import { getPossibleParents } from '../../../shared/categories/category-tree';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { ColorField } from '../../../ui/color-field';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/required-props';
import { SelectField } from '../../../ui/select-field';
import { toast } from '../../../ui/toast/toast';
import classes from './categories.module.css';
import { CategoryPreview } from './category-preview';
import { categoryRules, newCategory, toRequest, toFormValues, type CategoryValues } from './category-values';
import { IconPicker } from './icon-picker';

interface CategoryDialogProps {
  /** The category to edit; absent to create one. */
  category?: CategoryResponse;
  categories: readonly CategoryResponse[];
  onClose: () => void;
}

export function CategoryDialog({ category, categories, onClose }: CategoryDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<CategoryValues>({
    initialValues: category ? toFormValues(category) : newCategory,
    validate: categoryRules,
  });
  const field = form.getInputProps;
  const { formProps, formError, error, isPending } = useFormSubmit({
    form,
    submit: (values) =>
      category
        ? updateCategory(category.id, toRequest(values))
        : createCategory({ ...toRequest(values), name: values.name.trim() }),
    onSuccess: async () => {
      await refreshDocumentLists(queryClient);
      onClose();
      toast(category ? text.updated : text.created);
    },
    getErrorText: () => (category ? text.updateFailed : text.createFailed),
  });
  return (
    <Dialog title={category ? text.editTitle : text.create} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} detail={getErrorDetail(error)} />
        <CategoryPreview values={form.getValues()} />
        <TextInput data-autofocus label={text.name} {...requiredProps} maxLength={80} {...field('name')} />
        <Textarea label={text.description} rows={2} maxLength={500} {...field('description')} />
        <IconPicker {...field('icon')} />
        <div className={classes.pair}>
          <ColorField label={text.colour} pickerLabel={text.pickColour} {...field('color')} />
          <TextInput
            label={text.order}
            inputMode="numeric"
            description={text.orderHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('order_index')}
          />
        </div>
        <SelectField
          label={text.parent}
          data={[
            { value: '', label: text.noParent },
            ...toCategoryOptions(getPossibleParents(categories, category?.id)),
          ]}
          {...field('parent_category_id')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {category ? text.save : text.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
