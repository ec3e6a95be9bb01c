import { Link } from '@tanstack/react-router';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { categoryTexts as text } from '../../messages/categories';
import { CategoryTile } from './category-tile';
import { RestrictedMark } from './restricted-mark';
import classes from './category-links.module.css';

interface CategoryLinksProps {
  categories: readonly CategoryResponse[];
  /** Names the parent of each, where categories of several levels are listed. */
  showsParents?: boolean;
}

/** Boxes that link to the pages of categories, with the number of their items. */
export function CategoryLinks({ categories, showsParents = false }: CategoryLinksProps) {
  return (
    <ul className={classes.categories}>
      {categories.map(({ id, title, icon, color, parent_title, content_count, ...limits }) => (
        <li key={id}>
          <Link to="/categories/$id" params={{ id }} className={classes.category}>
            <CategoryTile icon={icon} color={color} />
            <span className={classes.name}>
              {title}
              <span className={classes.count}>
                {showsParents && parent_title && <span>{text.below(parent_title)}</span>}
                {text.itemCount(content_count)}
                <RestrictedMark category={limits} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
