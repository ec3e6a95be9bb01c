import { Link } from '@tanstack/react-router';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { home as text } from '../../messages/en-home';
import { getCategoryColour } from '../../shared/categories/category-colour';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { HomeSection } from './home-section';
import classes from './home.module.css';

/** Links to the categories that have content. */
export function CategoryLinks({ categories }: { categories: readonly CategoryResponse[] }) {
  return (
    <HomeSection title={text.categories}>
      {categories.length === 0 ? (
        <p className={classes.nothing}>{text.noCategories}</p>
      ) : (
        <ul className={classes.categories}>
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                to="/search"
                search={{ category: category.id }}
                className={classes.category}
                style={getCategoryColour(category.color)}
              >
                <span className={classes.categoryIcon}>
                  <CategoryIcon icon={category.icon} size={20} />
                </span>
                <span className={classes.categoryName}>
                  {category.title}
                  <span className={classes.categoryCount}>
                    {category.parent_title && <span>{text.below(category.parent_title)}</span>}
                    {text.itemCount(category.content_count)}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
