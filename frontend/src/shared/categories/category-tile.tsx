import { CategoryIcon, getCategoryColor } from './category-icon';
import classes from './category-tile.module.css';

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
