import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createCategory, updateCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { getErrorDetail } from '../../../api/problem';
import { isHexColor } from '../../../lib/color';
import { messages } from '../../../messages/en';
import { categoryTexts as text } from '../../../messages/en-admin';
import { CategoryIcon, getCategoryColor } from '../../../shared/categories/category-icon';
import { getPossibleParents, toCategoryOptions } from '../../../shared/categories/category-tree';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { checkLength, useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { ColorField, SelectField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { IconPicker } from './icon-picker';
import classes from './categories.module.css';

const MAX_ORDER_INDEX = 100_000;
const MAX_LENGTHS = { name: 80, description: 500, icon: 40 };

/** The values of the category form. */
interface CategoryValues extends Record<string, string> {
  name: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string;
  order_index: string;
}

const newCategory: CategoryValues = {
  name: '',
  description: '',
  icon: 'folder',
  color: '#3B82F6',
  parent_category_id: '',
  order_index: '0',
};

const toFormValues = (category: CategoryResponse): CategoryValues => ({
  name: category.name,
  description: category.description,
  icon: category.icon,
  color: category.color,
  parent_category_id: category.parent_category_id ?? '',
  order_index: String(category.order_index),
});

const categoryRules = {
  name: (value: string) => (value.trim() ? checkLength(value, MAX_LENGTHS.name) : text.nameRequired),
  description: (value: string) => checkLength(value, MAX_LENGTHS.description),
  icon: (value: string) => checkLength(value, MAX_LENGTHS.icon),
  color: (value: string) => (isHexColor(value) ? null : text.colorWrong),
  order_index: (value: string) =>
    /^\d{1,6}$/.test(value.trim()) && Number(value) <= MAX_ORDER_INDEX ? null : text.orderWrong,
};

const toRequest = ({ name, description, icon, color, parent_category_id, order_index }: CategoryValues) => ({
  name: name.trim(),
  description: description.trim(),
  icon: icon.trim(),
  color,
  parent_category_id: parent_category_id || null,
  order_index: Number(order_index),
});

/** A live preview of the category; hidden from screen readers, because the fields contain the same values. */
function CategoryPreview({ values: { name, icon, color } }: { values: CategoryValues }) {
  return (
    <div className={classes.preview} style={getCategoryColor(color)} aria-hidden="true">
      <span className={classes.tile}>
        <CategoryIcon icon={icon} size={22} />
      </span>
      <span className={classes.previewName} data-none={!name.trim() || undefined}>
        {name.trim() || text.name}
      </span>
    </div>
  );
}

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
    isErrorTextRequired: true,
  });
  return (
    <Dialog title={category ? text.editTitle : text.create} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} detail={getErrorDetail(error)} />
        <CategoryPreview values={form.getValues()} />
        <TextInput data-autofocus label={text.name} {...requiredProps} {...field('name')} />
        <Textarea label={text.description} rows={2} {...field('description')} />
        <IconPicker {...field('icon')} />
        <div className={classes.pair}>
          <ColorField label={text.color} pickerLabel={text.pickColor} {...field('color')} />
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
