import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { SolvedFilter } from '../../../api/generated/model/solvedFilter';
import { forum } from '../../../messages/en-forum';
import listClasses from '../../../shared/content-list/content-list.module.css';
import { Button } from '../../../ui/button';
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
      <p className={listClasses.count} aria-live="polite">
        {count}
      </p>
      <div role="group" aria-label={text.filters} className={listClasses.filters}>
        {tag !== undefined && (
          <button
            type="button"
            className={listClasses.tag}
            aria-label={text.removeTag(tag)}
            onClick={() => {
              change({ tag: undefined });
            }}
          >
            <span className={listClasses.tagName}>{text.tag(tag)}</span>
            <IconX size={14} aria-hidden="true" />
          </button>
        )}
        <FilterField
          label={text.solved}
          allLabel={text.anySolved}
          value={solved === undefined ? undefined : `${solved}`}
          options={toOptions(Object.values(SolvedFilter), text.solvedOptions)}
          onChange={(chosen) => {
            change({ solved: chosen && chosen === SolvedFilter.true });
          }}
        />
        {isFiltered(search) && (
          <Button
            variant="subtle"
            icon={<IconX size={16} aria-hidden="true" />}
            onClick={() => {
              change({ tag: undefined, solved: undefined });
            }}
          >
            {text.clearFilters}
          </Button>
        )}
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
