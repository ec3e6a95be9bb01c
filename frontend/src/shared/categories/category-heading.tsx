import type { ReactNode } from 'react';
import { CategoryTile, DEFAULT_CATEGORY_ICON } from './category-tile';
import { RestrictedMark } from './restricted-mark';
import classes from './category-heading.module.css';

interface CategoryHeadingProps {
  category: {
    name: string;
    description: string;
    icon: string;
    color: string;
    is_restricted: boolean;
    restricted_to: readonly string[];
  };
  /** Actions beside the name. */
  children?: ReactNode;
}

/** The main heading of a category's page, with its icon and description. */
export function CategoryHeading({ category, children }: CategoryHeadingProps) {
  const { name, description, icon, color } = category;
  return (
    <div className={classes.top}>
      <CategoryTile icon={icon || DEFAULT_CATEGORY_ICON} color={color} />
      <div className={classes.about}>
        <h1 tabIndex={-1} className={classes.title}>
          {name}
        </h1>
        <RestrictedMark category={category} />
        <p className={classes.description}>{description}</p>
      </div>
      {children}
    </div>
  );
}
