import { useForm } from '@mantine/form';
import { useRef } from 'react';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { persistText, readPersistedText } from '../../../lib/persisted-text';
import { messages } from '../../../messages/common';
import { forumLinks } from '../../../messages/forum-links';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { isolate } from '../../../ui/isolate';
import { ForumCategoryField } from '../forum-category-field';
import { draftKeys } from '../draft-keys';
import classes from '../posts/writing.module.css';

const text = forumLinks.discuss;

interface CategoryDialogProps {
  userId: string;
  /** The label of the button that opened it. */
  title: string;
  /** What the thread is about; absent for a thread about nothing else. */
  itemTitle: string | undefined;
  categories: readonly ForumCategoryResponse[];
  onChoose: (categoryId: string) => void;
  onClose: () => void;
}

/** Where a thread about a document or video belongs; begins with the last choice of the user, at first with none. */
export default function CategoryDialog({
  userId,
  title,
  itemTitle,
  categories,
  onChoose,
  onClose,
}: CategoryDialogProps) {
  const key = draftKeys.lastCategory(userId);
  const field = useRef<HTMLSelectElement>(null);
  const form = useForm({
    initialValues: { category_id: categories.find(({ id }) => id === readPersistedText(key)?.text)?.id ?? '' },
    validate: { category_id: (value) => (value ? null : text.required) },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.validate().hasErrors) {
            field.current?.focus();
            return;
          }
          const { category_id } = form.getValues();
          persistText(key, category_id);
          onChoose(category_id);
        }}
      >
        {itemTitle !== undefined && <p className={classes.hint}>{isolate(text.lead, itemTitle)}</p>}
        <ForumCategoryField
          ref={field}
          data-autofocus
          label={text.category}
          emptyLabel={text.choose}
          {...form.getInputProps('category_id')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit">{text.next}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
