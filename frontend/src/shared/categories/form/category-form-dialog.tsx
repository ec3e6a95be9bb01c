import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_ICON_MAX, CATEGORY_NAME_MAX, CATEGORY_ORDER_MAX } from '@hub/shared/limits';
import type { CategoryAccessRequest } from '../../../api/generated/model/categoryAccessRequest';
import type { CategoryAccessResponse } from '../../../api/generated/model/categoryAccessResponse';
import type { ReaderChangesResponse } from '../../../api/generated/model/readerChangesResponse';
import type { RuleReadersRequest } from '../../../api/generated/model/ruleReadersRequest';
import { getErrorText } from '../../../api/problem';
import { isHexColor } from '../../../lib/color';
import { messages } from '../../../messages/common';
import { categoryTexts as text } from '../../../messages/admin';
import { groupTexts } from '../../../messages/groups';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { alert } from '../../../ui/dialogs/dialogs';
import { ColorField, SelectField } from '../../../ui/fields';
import { Toggle } from '../../../ui/toggle';
import { requiredProps } from '../../../ui/styles/forms';
import { ListSkeleton } from '../../../ui/skeleton';
import { LoadError } from '../../errors/load-error';
import { checkLength } from '../../forms/check-length';
import { useFormSubmit } from '../../forms/use-form-submit';
import { getPossibleParents, toCategoryOptions } from '../category-tree';
import { CategoryTile, DEFAULT_CATEGORY_ICON } from '../category-tile';
import { ReaderChanges } from '../reader-changes';
import { type AccessRules, hasSameRules, listReaderIds, openRules, toAccessRequest, toRules } from './access-rules';
import { CategoryAccessFields } from './category-access-fields';
import classes from './category-form.module.css';
import { IconPicker } from './icon-picker';

/** The values of the category form. */
interface CategoryValues extends Record<string, unknown> {
  name: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string;
  order_index: string;
  /** Of categories of content. */
  is_series: boolean;
}

const newCategory: CategoryValues = {
  name: '',
  description: '',
  icon: DEFAULT_CATEGORY_ICON,
  color: '#3B82F6',
  parent_category_id: '',
  order_index: '0',
  is_series: false,
};

/** A category as the form edits it, of content or of the forum. */
interface EditableCategory {
  id: string;
  name: string;
  title: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string | null;
  order_index: number;
  is_restricted: boolean;
  is_series?: boolean;
}

const toFormValues = (category: EditableCategory): CategoryValues => ({
  name: category.name,
  description: category.description,
  icon: category.icon,
  color: category.color,
  parent_category_id: category.parent_category_id ?? '',
  order_index: String(category.order_index),
  is_series: category.is_series ?? false,
});

const categoryRules = {
  name: (value: string) => (value.trim() ? checkLength(value, CATEGORY_NAME_MAX) : text.nameRequired),
  description: (value: string) => checkLength(value, CATEGORY_DESCRIPTION_MAX),
  icon: (value: string) => checkLength(value, CATEGORY_ICON_MAX),
  color: (value: string) => (isHexColor(value) ? null : text.colorWrong),
  order_index: (value: string) =>
    /^\d{1,6}$/.test(value.trim()) && Number(value) <= CATEGORY_ORDER_MAX ? null : text.orderWrong,
};

/** Categories of the forum are described, and an order that is no number counts as 0. */
const forumRules = {
  ...categoryRules,
  description: (value: string) => (value.trim() ? categoryRules.description(value) : text.descriptionRequired),
  order_index: (value: string) => (Number.isNaN(Number(value)) ? null : categoryRules.order_index(value || '0')),
};

const toRequest = ({ name, description, icon, color, parent_category_id, order_index }: CategoryValues) => ({
  name: name.trim(),
  description: description.trim(),
  icon: icon.trim(),
  color,
  parent_category_id: parent_category_id || null,
  order_index: Number(order_index) || 0,
});

type CategoryRequest = ReturnType<typeof toRequest> & { is_series?: boolean } & Partial<CategoryAccessRequest>;

/** A live preview of the category; hidden from screen readers, because the fields contain the same values. */
function CategoryPreview({ values: { name, icon, color } }: { values: CategoryValues }) {
  return (
    <div className={classes.preview} aria-hidden="true">
      <CategoryTile icon={icon} color={color} />
      <span className={classes.previewName} data-none={!name.trim() || undefined}>
        {name.trim() || text.name}
      </span>
    </div>
  );
}

interface CategoryFormTexts {
  create: string;
  editTitle: string;
  createFailed: string;
  updateFailed: string;
  tryAgain: string;
}

/** Who may read and write in a category. */
interface AccessCommands {
  load: (id: string) => Promise<CategoryAccessResponse>;
  compare: (id: string, request: RuleReadersRequest) => Promise<ReaderChangesResponse>;
}

/** The rules of a category as they are stored, and as they were edited. */
function useAccessRules(id: string | undefined, { load }: AccessCommands) {
  const [edited, setEdited] = useState<AccessRules>();
  const query = useQuery({
    queryKey: ['category access', id],
    queryFn: () => load(id ?? ''),
    enabled: id !== undefined,
    // The rules that are saved must be those that were shown.
    staleTime: Infinity,
    gcTime: 0,
  });
  const stored = query.data ? toRules(query.data) : id === undefined ? openRules : undefined;
  return {
    ...query,
    value: edited ?? stored,
    isChanged: edited !== undefined && stored !== undefined && !hasSameRules(edited, stored),
    setEdited,
  };
}

interface CategoryFormDialogProps {
  texts: CategoryFormTexts;
  /** The category to edit; absent to create one. */
  category?: EditableCategory;
  /** In tree order. */
  categories: readonly EditableCategory[];
  isForum?: boolean;
  /** With the rules where they were changed, so that a new category is open to others at no time. */
  submit: (request: CategoryRequest) => Promise<unknown>;
  access: AccessCommands;
  /** Called before the dialog closes. */
  onSaved: () => Promise<unknown>;
  /** Called when the dialog has closed. */
  showSuccess: () => void;
  onClose: () => void;
}

export function CategoryFormDialog(props: CategoryFormDialogProps) {
  const { texts, category, categories, isForum = false, submit, access, onSaved, showSuccess, onClose } = props;
  const rules = useAccessRules(category?.id, access);
  const form = useForm<CategoryValues>({
    initialValues: category ? toFormValues(category) : newCategory,
    validate: isForum ? forumRules : categoryRules,
  });
  const field = form.getInputProps;
  const { formProps, isPending } = useFormSubmit({
    form,
    submit: (values) =>
      submit({
        ...toRequest(values),
        ...(!isForum && { is_series: values.is_series }),
        ...(rules.isChanged && rules.value && toAccessRequest(rules.value)),
      }),
    onSuccess: async () => {
      await onSaved();
      // The dialog returns the focus before another one opens.
      flushSync(onClose);
      showSuccess();
    },
    showError: (error) =>
      alert({
        title: category ? texts.updateFailed : texts.createFailed,
        text: getErrorText(error, texts.tryAgain),
      }),
  });
  const parent = categories.find(({ id }) => id === form.getValues().parent_category_id);
  // Limits from farther above, and of writing, are known for the stored parent only.
  const isParentStored = category && (category.parent_category_id ?? '') === form.getValues().parent_category_id;
  const limitedBy = isParentStored
    ? (rules.data?.inherited ?? []).map(({ category_name }) => category_name)
    : parent?.is_restricted
      ? [parent.name]
      : [];
  const changedReaders =
    rules.value && (rules.isChanged || !isParentStored)
      ? {
          parent_category_id: form.getValues().parent_category_id || null,
          read_group_ids: listReaderIds(rules.value),
        }
      : undefined;
  return (
    <Dialog title={category ? texts.editTitle : texts.create} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <CategoryPreview values={form.getValues()} />
        <TextInput data-autofocus label={text.name} {...requiredProps} {...field('name')} />
        <Textarea label={text.description} rows={2} {...(isForum && requiredProps)} {...field('description')} />
        <SelectField
          label={text.parent}
          data={[
            { value: '', label: text.noParent },
            ...toCategoryOptions(getPossibleParents(categories, category?.id)),
          ]}
          {...field('parent_category_id')}
        />
        {rules.value && (
          <CategoryAccessFields
            area={isForum ? 'forum' : 'content'}
            value={rules.value}
            limitedBy={limitedBy}
            onChange={rules.setEdited}
          >
            {category && (
              <ReaderChanges request={changedReaders} compare={(request) => access.compare(category.id, request)} />
            )}
          </CategoryAccessFields>
        )}
        {!rules.value && rules.error && (
          <LoadError error={rules.error} title={groupTexts.access.loadFailed} onRetry={() => void rules.refetch()} />
        )}
        {!rules.value && !rules.error && <ListSkeleton rows={2} rowHeight="3rem" />}
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
        {!isForum && (
          <Toggle
            label={text.series}
            description={text.seriesHint}
            {...form.getInputProps('is_series', { type: 'checkbox' })}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {category ? text.save : texts.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
