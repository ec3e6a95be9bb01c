import { IconLayoutGrid, IconLayoutList, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '../../../messages/en';
import { CategoryFilter } from '../../../shared/categories/category-filter';
import { DIFFICULTIES, SORTS, STATUSES } from '../../../shared/content/enums';
import { Button } from '../../../ui/button';
import { FilterField, toOptions } from '../../../ui/fields';
import { SegmentedControl } from '../../../ui/segmented-control';
import { documentsQuery, type DocumentFilters as Filters } from './queries';
import { type DocumentsSearch, isFiltered, toFilters } from './search-params';
import classes from './documents-screen.module.css';

const text = messages.docs;

/** The number of matches, in a live region because the filters precede the results. */
function DocumentCount({ filters }: { filters: Filters }) {
  const { data } = useInfiniteQuery(documentsQuery(filters));
  const last = data?.pages.at(-1);
  return (
    <p className={classes.count} aria-live="polite">
      {last ? messages.docs.count(last.total, last.capped) : '\u00a0'}
    </p>
  );
}

interface DocumentFilterBarProps {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
}

const views = [
  { value: 'grid', label: text.grid, icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
  { value: 'list', label: text.list, icon: <IconLayoutList size={16} aria-hidden="true" /> },
] as const;

export function DocumentFilterBar({ search, onChange }: DocumentFilterBarProps) {
  return (
    <div className={classes.bar}>
      <DocumentCount filters={toFilters(search)} />
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <DocumentFilters search={search} onChange={onChange} />
      </div>
      <SegmentedControl
        label={text.viewAs}
        value={search.view ?? 'grid'}
        options={views}
        onChange={(view) => {
          onChange({ ...search, view: view === 'list' ? 'list' : undefined });
        }}
      />
    </div>
  );
}

interface DocumentFiltersProps {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
}

function DocumentFilters({ search, onChange }: DocumentFiltersProps) {
  const { tag, view, sort } = search;
  const change = (part: DocumentsSearch) => {
    // A changed filter starts from the first page.
    onChange({ ...search, pages: undefined, ...part });
  };

  return (
    <>
      {tag !== undefined && (
        <button
          type="button"
          className={classes.tag}
          aria-label={text.removeTag(tag)}
          onClick={() => {
            change({ tag: undefined });
          }}
        >
          <span className={classes.tagName}>{text.tag(tag)}</span>
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
      <FilterField
        label={text.status}
        allLabel={text.anyStatus}
        value={search.status}
        options={toOptions(STATUSES, messages.status)}
        onChange={(status) => {
          change({ status });
        }}
      />
      <CategoryFilter
        value={search.category_id}
        onChange={(category_id) => {
          change({ category_id });
        }}
      />
      <FilterField
        label={text.difficulty}
        allLabel={text.anyDifficulty}
        value={search.difficulty}
        options={toOptions(DIFFICULTIES, messages.difficulty)}
        onChange={(difficulty) => {
          change({ difficulty });
        }}
      />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          icon={<IconX size={16} aria-hidden="true" />}
          onClick={() => {
            onChange({ view, sort });
          }}
        >
          {text.clearFilters}
        </Button>
      )}
      <FilterField
        label={text.sort}
        value={sort ?? 'newest'}
        options={toOptions(SORTS, text.sorts)}
        onChange={(chosen) => {
          change({ sort: chosen === 'newest' ? undefined : chosen });
        }}
      />
    </>
  );
}
