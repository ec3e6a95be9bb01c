import { getCategoryColor } from './category-color';
import { CategoryIcon } from './category-icon';
import classes from './category-tile.module.css';

/** The icon of new categories, and of forum categories without one. */
export const DEFAULT_CATEGORY_ICON = 'folder';

interface CategoryTileProps {
  icon: string | null | undefined;
  color: string | null | undefined;
  isSmall?: boolean;
}

/** The icon of a category in a square of its color. */
export function CategoryTile({ icon, color, isSmall = false }: CategoryTileProps) {
  return (
    <span className={classes.tile} data-small={isSmall || undefined} style={getCategoryColor(color)}>
      <CategoryIcon icon={icon} size={isSmall ? 16 : 22} />
    </span>
  );
}
