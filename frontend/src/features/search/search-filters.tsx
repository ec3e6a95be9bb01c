import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../messages/common';
import { listFilters } from '../../messages/list-filters';
import { searchTexts as text } from '../../messages/search';
import { CategoryFilter } from '../../shared/categories/category-filter';
import { ClearFilters } from '../../shared/content-list/clear-filters';
import { DIFFICULTIES } from '../../shared/content/enums';
import { useSession } from '../../shared/session/session';
import { FilterField, toOptions } from '../../ui/fields';
import { hasContentFilters, hasQuery, isFiltered, toFilters } from './filters';
import { searchQuery } from './queries';
import { type SearchFilters as Filters, type SearchParams, TYPES } from './search-params';
import { useCommunityResults } from './use-community-results';
import classes from './search-screen.module.css';

/**
 * The number of results, in a live region because the filters precede the results. Complete at once, so that it is
 * announced once; until then the former number stays, as the results do.
 */
function ResultCount({ filters }: { filters: Filters }) {
  const content = useInfiniteQuery({ ...searchQuery(filters), enabled: hasQuery(filters) });
  const main = content.data?.pages[0];
  const { discussions, isCommunityPending } = useCommunityResults(filters, main);
  const [shown, setShown] = useState('');
  const counts: string[] = [];
  if (main && (main.total > 0 || !discussions))
    counts.push(text.count({ count: main.total, capped: main.total_capped }));
  if (main && discussions)
    counts.push(text.communityCount({ count: discussions.total, capped: discussions.total_capped }));
  const count = content.isLoading || isCommunityPending ? shown : counts.join(', ');
  if (count !== shown) setShown(count);
  return (
    <p className={classes.count} aria-live="polite">
      {count || '\u00a0'}
    </p>
  );
}

interface SearchFiltersProps {
  search: SearchParams;
  onChange: (search: SearchParams) => void;
}

export function SearchFilters({ search, onChange }: SearchFiltersProps) {
  const { user } = useSession();
  // The people search is not available to guests.
  const types = user || search.type === 'user' ? TYPES : TYPES.filter((type) => type !== 'user');
  const { q } = search;
  const change = (part: SearchParams) => {
    // A changed filter starts from the first page.
    onChange({ ...search, pages: undefined, ...part });
  };
  return (
    <div className={classes.bar}>
      <ResultCount filters={toFilters(search)} />
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <FilterField
          label={text.type}
          allLabel={text.anyType}
          value={search.type}
          options={toOptions(types, text.types)}
          onChange={(type) => {
            change(hasContentFilters(type) ? { type } : { type, category: undefined, difficulty: undefined });
          }}
        />
        {hasContentFilters(search.type) && (
          <>
            <CategoryFilter
              value={search.category}
              onChange={(category) => {
                change({ category });
              }}
            />
            <FilterField
              label={listFilters.difficulty}
              allLabel={listFilters.anyDifficulty}
              value={search.difficulty}
              options={toOptions(DIFFICULTIES, messages.difficulty)}
              onChange={(difficulty) => {
                change({ difficulty });
              }}
            />
          </>
        )}
        <ClearFilters
          isFiltered={isFiltered(search)}
          onClear={() => {
            onChange({ q });
          }}
        />
      </div>
    </div>
  );
}
