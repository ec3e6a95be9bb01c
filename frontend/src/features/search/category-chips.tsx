import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { searchTexts as text } from '../../messages/en-search';
import { getCategoryColour } from '../../shared/categories/category-colour';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { getDescendants } from '../../shared/categories/category-tree';
import { categoriesQuery } from '../../shared/categories/queries';
import type { SearchFilters } from './search-params';
import classes from './search-start.module.css';

interface CategoryChipsProps {
  heading: string;
  categories: readonly CategoryResponse[];
  /** Filters to keep in the links. */
  filters?: SearchFilters;
}

function CategoryChips({ heading, categories, filters }: CategoryChipsProps) {
  const filled = categories.filter(({ content_count }) => content_count > 0);
  if (filled.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{heading}</h2>
      <ul className={classes.chips}>
        {filled.map(({ id, title, parent_title, icon, color }) => (
          <li key={id}>
            <Link
              to="/search"
              search={{ ...filters, category: id }}
              preload={false}
              className={classes.chip}
              style={getCategoryColour(color)}
            >
              <CategoryIcon icon={icon} size={16} />
              <span>
                {parent_title && <span className={classes.parent}>{text.below(parent_title)} </span>}
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AllCategories() {
  const { data = [] } = useQuery(categoriesQuery);
  return <CategoryChips heading={text.start.categories} categories={data} />;
}

/** Links to the subcategories, because searching a category does not include their content. */
export function Subcategories({ categoryId, filters }: { categoryId: string; filters: SearchFilters }) {
  const { data = [] } = useQuery(categoriesQuery);
  return <CategoryChips heading={text.subcategories} categories={getDescendants(data, categoryId)} filters={filters} />;
}
