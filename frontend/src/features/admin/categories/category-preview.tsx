import { categoryTexts as text } from '../../../messages/en-categories';
import { categoryColour } from '../../../shared/categories/category-colour';
import { CategoryIcon } from '../../../shared/categories/category-icon';
import classes from './categories.module.css';
import type { CategoryValues } from './category-values';

/** What people will see of it, as it is being typed; the fields say the same to those who do not see it. */
export function CategoryPreview({ values: { name, icon, color } }: { values: CategoryValues }) {
  return (
    <div className={classes.preview} style={categoryColour(color)} aria-hidden="true">
      <span className={classes.tile}>
        <CategoryIcon icon={icon} size={22} />
      </span>
      <span className={classes.previewName} data-none={!name.trim() || undefined}>
        {name.trim() || text.name}
      </span>
    </div>
  );
}
