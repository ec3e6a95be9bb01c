import { IconClock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { useState } from 'react';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { clearRecentSearches, getRecentSearches } from '../../lib/recent-searches';
import { searchTexts } from '../../messages/search';
import { getCategoryColor } from '../../shared/categories/category-color';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { getDescendants } from '../../shared/categories/category-tree';
import { categoriesQuery } from '../../shared/categories/queries';
import { Button } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import type { SearchFilters } from './search-params';
import classes from './search-start.module.css';

const text = searchTexts.start;

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
              style={getCategoryColor(color)}
            >
              <CategoryIcon icon={icon} size={16} />
              <span>
                {parent_title && <span className={classes.parent}>{searchTexts.below(parent_title)} </span>}
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllCategories() {
  const { data = [] } = useQuery(categoriesQuery);
  return <CategoryChips heading={searchTexts.start.categories} categories={data} />;
}

/** Links to the subcategories, because searching a category does not include their content. */
export function Subcategories({ categoryId, filters }: { categoryId: string; filters: SearchFilters }) {
  const { data = [] } = useQuery(categoriesQuery);
  return (
    <CategoryChips
      heading={searchTexts.subcategories}
      categories={getDescendants(data, categoryId)}
      filters={filters}
    />
  );
}

const tips = [
  [text.phrase, text.phraseText],
  [text.without, text.withoutText],
  [text.parts, text.partsText],
  [text.or, text.orText],
] as const;

function RecentSearches({ userId }: { userId: string | undefined }) {
  const [queries, setQueries] = useState(() => getRecentSearches(userId));
  if (queries.length === 0) return null;
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{text.recent}</h2>
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            clearRecentSearches();
            setQueries([]);
          }}
        >
          {text.forget}
        </Button>
      </div>
      <ul className={classes.chips}>
        {queries.map((q) => (
          <li key={q}>
            <Link to="/search" search={{ q }} preload={false} className={classes.chip}>
              <IconClock size={16} aria-hidden="true" />
              <span>{q}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown before the first search: recent searches, categories and search tips. */
export function SearchStart({ userId }: { userId: string | undefined }) {
  return (
    <div className={classes.start}>
      <StateView icon={<IconSearch size={24} />} title={text.title} text={text.text} />
      {/* Stored in the browser, so the server does not know them. */}
      {useHydrated() && <RecentSearches key={userId} userId={userId} />}
      <AllCategories />
      <section className={classes.section}>
        <h2 className={classes.heading}>{text.tips}</h2>
        <dl className={classes.tips}>
          {tips.map(([sample, meaning]) => (
            <div key={sample} className={classes.searchTip}>
              <dt>
                <code>{sample}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
