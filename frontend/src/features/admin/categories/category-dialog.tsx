import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createCategory, updateCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { detailOf } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { categoryTexts as text } from '../../../messages/en-categories';
import { categoryOptions } from '../../../shared/categories/category-options';
import { possibleParents } from '../../../shared/categories/category-tree';
import { afterChange } from '../../../shared/content/document-cache';
import { useSending } from '../../../shared/forms/use-sending';
import { Button } from '../../../ui/button';
import { ColorField } from '../../../ui/color-field';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { FormFailure } from '../../../ui/form-failure';
import { required } from '../../../ui/required';
import { SelectField } from '../../../ui/select-field';
import { toast } from '../../../ui/toast/toast';
import classes from './categories.module.css';
import { CategoryPreview } from './category-preview';
import { categoryRules, newCategory, requestOf, valuesOf, type CategoryValues } from './category-values';
import { IconPicker } from './icon-picker';

interface CategoryDialogProps {
  /** The one to change; without it a new one is made. */
  category?: CategoryResponse;
  categories: readonly CategoryResponse[];
  onClose: () => void;
}

export function CategoryDialog({ category, categories, onClose }: CategoryDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<CategoryValues>({
    initialValues: category ? valuesOf(category) : newCategory,
    validate: categoryRules,
  });
  const field = form.getInputProps;
  const { formProps, failure, error, isPending } = useSending({
    form,
    send: (values) =>
      category
        ? updateCategory(category.id, requestOf(values))
        : createCategory({ ...requestOf(values), name: values.name.trim() }),
    onSent: async () => {
      await afterChange(queryClient);
      onClose();
      toast(category ? text.updated : text.created);
    },
    explain: () => (category ? text.updateFailed : text.createFailed),
  });
  return (
    <Dialog title={category ? text.editTitle : text.create} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormFailure text={failure} detail={detailOf(error)} />
        <CategoryPreview values={form.getValues()} />
        <TextInput data-autofocus label={text.name} {...required} maxLength={80} {...field('name')} />
        <Textarea label={text.description} rows={2} maxLength={500} {...field('description')} />
        <IconPicker {...field('icon')} />
        <div className={classes.pair}>
          <ColorField label={text.colour} pickLabel={text.pickColour} {...field('color')} />
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
          data={[{ value: '', label: text.noParent }, ...categoryOptions(possibleParents(categories, category?.id))]}
          {...field('parent_category_id')}
        />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {category ? text.save : text.create}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
