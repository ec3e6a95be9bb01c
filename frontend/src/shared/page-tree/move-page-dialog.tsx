import { useForm } from '@mantine/form';
import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareReadersOfMove } from '../../api/generated/categories/categories';
import type { CategoryRefResponse } from '../../api/generated/model/categoryRefResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { pageMoving as text } from '../../messages/page-moving';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { SelectField } from '../../ui/fields';
import { FormError } from '../../ui/form-error';
import { isolate } from '../../ui/isolate';
import { toast } from '../../ui/toast/toast';
import { getWritableCategories, toCategoryOptions } from '../categories/category-tree';
import { categoriesQuery } from '../categories/queries';
import { ReaderChanges } from '../categories/reader-changes';
import { useFormSubmit } from '../forms/use-form-submit';
import { movePage } from './move-page';
import { ParentField, type ParentPage } from './parent-field';
import { getLevelItems, treeLevelQuery } from './queries';
import classes from './move-page.module.css';

const FIRST = 'first';
const LAST = 'last';

/** The place among its siblings, as the API has it. */
const toAfterId = (place: string) => (place === LAST ? {} : { after_id: place === FIRST ? null : place });

export interface MovablePage {
  type: ContentKind;
  id: string;
  title: string;
  category: CategoryRefResponse | null;
  trail: readonly PageRefResponse[];
}

interface MovePageDialogProps {
  page: MovablePage;
  onClose: () => void;
}

/** Asks where a page moves: to which category, below which page, and after which one. */
export default function MovePageDialog({ page, onClose }: MovePageDialogProps) {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(categoriesQuery);
  const from = page.category?.id ?? null;
  const categories = getWritableCategories(data, from);
  const form = useForm({
    initialValues: { category_id: from ?? categories[0]?.id ?? '', parent_id: '', after_id: LAST },
  });
  const [parent, setParent] = useState<ParentPage | null>(page.trail.at(-1) ?? null);
  const { category_id: categoryId } = form.values;
  const parentId = parent?.id ?? null;
  const { data: level } = useInfiniteQuery({ ...treeLevelQuery(categoryId, parentId), enabled: categoryId !== '' });
  const siblings = level ? getLevelItems(level.pages).filter(({ id }) => id !== page.id) : [];
  const chooseParent = (next: ParentPage | null) => {
    setParent(next);
    form.setValues({ parent_id: next?.id ?? '', after_id: LAST });
    form.clearErrors();
  };
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ category_id, after_id }) =>
      movePage(queryClient, page, { category_id, parent_id: parentId, ...toAfterId(after_id) }),
    onSuccess: () => {
      onClose();
      toast(text.moved, { subject: page.id });
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  const title = isolate(text.title, page.title);
  if (categories.length === 0)
    return (
      <Dialog role="alertdialog" title={title} text={text.noCategories} onClose={onClose}>
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            {messages.common.ok}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title={title} text={text.explanation} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <SelectField
          data-autofocus
          label={text.category}
          data={toCategoryOptions(categories)}
          {...form.getInputProps('category_id')}
          onChange={(event) => {
            form.setFieldValue('category_id', event.currentTarget.value);
            chooseParent(null);
          }}
        />
        <ParentField
          key={categoryId}
          categoryId={categoryId}
          pageId={page.id}
          value={parent}
          error={form.errors['parent_id'] as string | undefined}
          onChange={chooseParent}
        />
        <SelectField
          label={text.place}
          data={[
            { value: LAST, label: text.last },
            { value: FIRST, label: text.first },
            ...siblings.map(({ id, title: name }) => ({ value: id, label: text.after(name) })),
          ]}
          {...form.getInputProps('after_id')}
        />
        <ReaderChanges
          request={categoryId === from ? undefined : { item_ids: [page.id], to: categoryId }}
          compare={compareReadersOfMove}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.move}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
