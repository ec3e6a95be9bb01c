import { categoryTexts as text } from '../../../messages/en-categories';
import { getCategoryColour } from '../../../shared/categories/category-colour';
import { CategoryIcon } from '../../../shared/categories/category-icon';
import classes from './categories.module.css';
import type { CategoryValues } from './category-values';

/** A live preview of the category; hidden from screen readers, because the fields contain the same values. */
export function CategoryPreview({ values: { name, icon, color } }: { values: CategoryValues }) {
  return (
    <div className={classes.preview} style={getCategoryColour(color)} aria-hidden="true">
      <span className={classes.tile}>
        <CategoryIcon icon={icon} size={22} />
      </span>
      <span className={classes.previewName} data-none={!name.trim() || undefined}>
        {name.trim() || text.name}
      </span>
    </div>
  );
}
