import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { usePageTitle } from '../../lib/page';
import { addRecentSearch } from '../../lib/recent-searches';
import { searchTexts as text } from '../../messages/search';
import { DeferredResults } from '../../shared/deferred-results';
import { useSession } from '../../shared/session/session';
import { isolate } from '../../ui/isolate';
import { PageHeading } from '../../ui/page-heading';
import { SearchBox } from './search-box';
import { SearchFilters } from './search-filters';
import { hasQuery, toFilters } from './filters';
import type { SearchFilters as Filters, SearchParams } from './search-params';
import { ResultsSkeleton, SearchResults } from './search-results';
import { SearchStart, Subcategories } from './search-start';
import classes from './search-screen.module.css';

/** Links to searches for what the current one does not include. */
function OtherSearches({ filters: { q, type } }: { filters: Filters }) {
  const { user } = useSession();
  if (!user || q === undefined || type === 'user') return null;
  return (
    <div className={classes.others}>
      <Link to="/search" search={{ q, type: 'user' }}>
        {isolate(text.searchPeople, q)}
      </Link>
    </div>
  );
}

export function SearchScreen({ search }: { search: SearchParams }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const screen = useRef<HTMLDivElement>(null);
  usePageTitle(text.title);

  const filters = toFilters(search);
  const isSearching = hasQuery(filters);
  const change = (next: SearchParams) =>
    void navigate({ to: '/search', search: next, replace: true, resetScroll: false });
  const startSearch = (q: string) => {
    if (q !== '') addRecentSearch(q, user?.id);
    void navigate({ to: '/search', search: { ...filters, q: q || undefined }, resetScroll: false });
  };
  const focus = (place: string) => screen.current?.querySelector<HTMLElement>(place)?.focus();

  return (
    <div ref={screen} className={classes.screen}>
      <PageHeading title={text.title} />
      <SearchBox
        query={filters.q ?? ''}
        canBeEmpty={filters.category !== undefined}
        shouldFocus={!isSearching}
        onSearch={startSearch}
        onMoveToResults={() => focus('h3 a')}
      />
      <SearchFilters search={search} onChange={change} />
      {isSearching ? (
        <>
          <DeferredResults filters={filters} skeleton={<ResultsSkeleton />} loadFailed={text.loadFailed}>
            {(shown) => (
              <>
                {shown.category !== undefined && (
                  <div className={classes.below}>
                    <Subcategories categoryId={shown.category} filters={shown} />
                  </div>
                )}
                <SearchResults
                  filters={shown}
                  onPages={(pages) => {
                    change({ ...search, pages });
                  }}
                  onMoveToSearchBox={() => focus('[role="combobox"]')}
                />
              </>
            )}
          </DeferredResults>
          <OtherSearches filters={filters} />
        </>
      ) : (
        <SearchStart userId={user?.id} />
      )}
    </div>
  );
}
