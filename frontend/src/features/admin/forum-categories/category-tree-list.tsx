import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { deleteForumCategory } from '../../../api/generated/forum-writing/forum-writing';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { getErrorText } from '../../../api/problem';
import { forum } from '../../../messages/forum';
import { forumCategoryTexts as text } from '../../../messages/forum-admin';
import { CategoryTile, DEFAULT_CATEGORY_ICON } from '../../../shared/categories/category-tile';
import { RestrictedMark } from '../../../shared/categories/restricted-mark';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { IconButton } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { isolate } from '../../../ui/isolate';
import { changedKeys } from './queries';
import classes from './forum-categories.module.css';

function useDeleteCategory({ id, name }: ForumCategoryResponse, onDeleted: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => deleteForumCategory(id),
    onSuccess: async () => {
      await refreshQueries(queryClient, ...changedKeys);
      void alert({ title: text.removedTitle, text: text.removed }).then(onDeleted);
    },
    onError: (error) => void alert({ title: text.removeFailed, text: getErrorText(error, text.tryAgain) }),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: text.removeTitle,
      text: isolate(text.removeText, name),
      confirmLabel: text.removeLabel,
      isDestructive: true,
    });
    if (isSure) mutate();
  };
  return { remove, isPending };
}

interface CategoryActions {
  onEdit: (category: ForumCategoryResponse) => void;
  onDeleted: () => void;
}

interface CategoryRowProps extends CategoryActions {
  category: ForumCategoryResponse;
  isNested: boolean;
}

function CategoryRow({ category, isNested, onEdit, onDeleted }: CategoryRowProps) {
  const { id, name, description, icon, color, thread_count, post_count, order_index } = category;
  const { remove, isPending } = useDeleteCategory(category, onDeleted);
  const Heading = isNested ? 'h3' : 'h2';
  return (
    <div className={classes.row}>
      <CategoryTile icon={icon || DEFAULT_CATEGORY_ICON} color={color} isSmall={isNested} />
      <div className={classes.about}>
        <Heading className={classes.name}>
          <Link to="/community/category/$id" params={{ id }}>
            {name}
          </Link>
        </Heading>
        <RestrictedMark category={category} />
        <p className={classes.description}>{description}</p>
        <p className={classes.numbers}>
          <span className={classes.color}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={color} />
            </svg>
            {text.color(color)}
          </span>
          <span>{forum.counts.threads(thread_count)}</span>
          <span>{forum.counts.posts(post_count)}</span>
          <span>{text.order(order_index)}</span>
        </p>
      </div>
      <div className={classes.actions}>
        <IconButton
          aria-label={text.edit(name)}
          onClick={() => {
            onEdit(category);
          }}
        >
          <IconPencil size={16} aria-hidden="true" />
        </IconButton>
        <IconButton aria-label={text.remove(name)} disabled={isPending} onClick={() => void remove()}>
          <IconTrash size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

interface CategoryTreeListProps extends CategoryActions {
  categories: readonly ForumCategoryResponse[];
  /** The category above; absent at the top level. */
  parent?: ForumCategoryResponse;
}

/** Categories with those below them. */
export function CategoryTreeList({ categories, parent, ...actions }: CategoryTreeListProps) {
  if (categories.length === 0) return null;
  return (
    <ul aria-label={parent && text.subcategories(parent.name)} className={parent ? classes.below : classes.tree}>
      {categories.map((category) => (
        <li key={category.id} className={parent ? undefined : classes.category}>
          <CategoryRow category={category} isNested={parent !== undefined} {...actions} />
          <CategoryTreeList categories={category.subcategories} parent={category} {...actions} />
        </li>
      ))}
    </ul>
  );
}
