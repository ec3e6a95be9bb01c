import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { categoryColour } from '../../shared/categories/category-colour';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { categoriesQuery } from '../../shared/categories/queries';
import classes from './home.module.css';

const MAX_CATEGORIES = 8;

/** Up to eight categories that hold something. */
export function CategoryLinks() {
  const { data } = useSuspenseQuery(categoriesQuery);
  const categories = data.filter((category) => category.content_count > 0).slice(0, MAX_CATEGORIES);
  return (
    <section>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{messages.home.categories}</h2>
      </div>
      {categories.length === 0 ? (
        <p className={classes.nothing}>{messages.home.noCategories}</p>
      ) : (
        <ul className={classes.categories}>
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                to="/docs"
                search={{ category_id: category.id }}
                className={classes.category}
                style={categoryColour(category.color)}
              >
                <span className={classes.categoryIcon}>
                  <CategoryIcon icon={category.icon} size={20} />
                </span>
                <span className={classes.categoryName}>
                  {category.title}
                  <span className={classes.categoryCount}>{messages.home.itemCount(category.content_count)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
