import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { formatDate } from '@hub/shared/formats';
import { categoryTexts as text } from '../../../messages/admin';
import { CategoryTile } from '../../../shared/categories/category-tile';
import { RestrictedMark } from '../../../shared/categories/restricted-mark';
import { IconButton } from '../../../ui/button';
import { type CategoryInUse, useDeleteCategory } from './use-delete-category';
import classes from './categories.module.css';

interface CategoryCardProps {
  category: CategoryResponse;
  onEdit: (category: CategoryResponse) => void;
  /** The deletion is confirmed and begins. */
  onDeleteConfirm: (id: string) => void;
  onInUse: (inUse: CategoryInUse) => void;
}

export function CategoryCard({ category, onEdit, onDeleteConfirm, onInUse }: CategoryCardProps) {
  const { confirmDelete, isPending } = useDeleteCategory({ onConfirm: onDeleteConfirm, onInUse });
  const { id, name, description, icon, color, content_count, created_at, parent_title } = category;
  const count = text.count(content_count);
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <CategoryTile icon={icon} color={color} />
        <div className={classes.names}>
          <h2 className={classes.name}>{name}</h2>
          {parent_title && <p className={classes.parent}>{text.below(parent_title)}</p>}
        </div>
        <div className={classes.actions}>
          <IconButton
            aria-label={text.editNamed(name)}
            onClick={() => {
              onEdit(category);
            }}
          >
            <IconPencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            aria-label={text.removeNamed(name)}
            data-removes
            disabled={isPending}
            onClick={() => void confirmDelete(category)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {category.is_restricted && (
        <div className={classes.readers}>
          <RestrictedMark category={category} />
        </div>
      )}
      <p className={classes.description} data-none={!description || undefined}>
        {description || text.noDescription}
      </p>
      <div className={classes.footer}>
        <Link to="/search" search={{ category: id }} preload={false} aria-label={text.showNamed({ count, name })}>
          {count}
        </Link>
        <time dateTime={created_at}>{text.createdOn(formatDate(created_at))}</time>
      </div>
    </li>
  );
}
