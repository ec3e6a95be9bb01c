import { useState } from 'react';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { persistText, readPersistedText } from '../../../lib/persisted-text';
import { messages } from '../../../messages/en';
import { forumLinks } from '../../../messages/en-forum-links';
import { toCategoryOptions } from '../../../shared/categories/category-tree';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { SelectField } from '../../../ui/fields';
import { isolate } from '../../../ui/isolate';
import { draftKeys } from '../writing/draft-keys';
import classes from '../writing/writing.module.css';

const text = forumLinks.discuss;

interface CategoryDialogProps {
  userId: string;
  itemTitle: string;
  categories: readonly ForumCategoryResponse[];
  onChoose: (categoryId: string) => void;
  onClose: () => void;
}

/** Where a thread about a document or video belongs; begins with the last choice of the user. */
export default function CategoryDialog({ userId, itemTitle, categories, onChoose, onClose }: CategoryDialogProps) {
  const key = draftKeys.lastCategory(userId);
  const [chosen, setChosen] = useState(() => {
    const last = readPersistedText(key)?.text;
    return (categories.find(({ id }) => id === last) ?? categories[0])?.id ?? '';
  });
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          persistText(key, chosen);
          onChoose(chosen);
        }}
      >
        <p className={classes.hint}>{isolate(text.lead, itemTitle)}</p>
        <SelectField
          data-autofocus
          label={text.category}
          data={toCategoryOptions(categories)}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
          }}
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
