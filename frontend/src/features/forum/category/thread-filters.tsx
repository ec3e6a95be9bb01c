import { useNavigate } from '@tanstack/react-router';
import { SolvedFilter } from '../../../api/generated/model/solvedFilter';
import { forum } from '../../../messages/forum';
import { ClearFilters, TagFilter } from '../../../shared/content-list/clear-filters';
import listClasses from '../../../shared/content-list/content-list.module.css';
import { FilterField, toOptions } from '../../../ui/fields';
import { isFiltered, SORTS, type ThreadsSearch } from './search-params';

const text = forum.category;

interface ThreadFiltersProps {
  categoryId: string;
  search: ThreadsSearch;
  /** The number of matching threads. */
  count: string;
}

/** Filters and order of a category's threads. A change starts from the first page. */
export function ThreadFilters({ categoryId, search, count }: ThreadFiltersProps) {
  const navigate = useNavigate();
  const { tag, solved, sort } = search;
  const change = (part: Pick<ThreadsSearch, 'tag' | 'solved' | 'sort'>) =>
    void navigate({
      to: '/community/category/$id',
      params: { id: categoryId },
      search: { tag, solved, sort, ...part },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={listClasses.bar}>
      <div className={listClasses.found}>
        <p className={listClasses.count} aria-live="polite">
          {count}
        </p>
        {tag !== undefined && (
          <TagFilter
            tag={tag}
            onRemove={() => {
              change({ tag: undefined });
            }}
          />
        )}
        <ClearFilters
          isFiltered={isFiltered(search)}
          onClear={() => {
            change({ tag: undefined, solved: undefined });
          }}
        />
      </div>
      <div role="group" aria-label={text.filters} className={listClasses.filters}>
        <FilterField
          label={text.solved}
          allLabel={text.anySolved}
          value={solved === undefined ? undefined : `${solved}`}
          options={toOptions(Object.values(SolvedFilter), text.solvedOptions)}
          onChange={(chosen) => {
            change({ solved: chosen && chosen === SolvedFilter.true });
          }}
        />
        <FilterField
          label={text.sort}
          value={sort ?? 'activity'}
          options={toOptions(SORTS, text.sorts)}
          onChange={(chosen) => {
            change({ sort: chosen === 'activity' ? undefined : chosen });
          }}
        />
      </div>
    </div>
  );
}
