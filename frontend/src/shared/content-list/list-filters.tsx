import { IconLayoutGrid, IconLayoutList, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '../../messages/en';
import { listFilters } from '../../messages/en-list-filters';
import { CategoryFilter } from '../categories/category-filter';
import { DIFFICULTIES, SORTS, SOURCE_TYPES } from '../content/enums';
import { Button } from '../../ui/button';
import { FilterField, toOptions } from '../../ui/fields';
import { SegmentedControl } from '../../ui/segmented-control';
import classes from './content-list.module.css';
import type { ListKind } from './list-kind';
import { isFiltered, type ListFilters, type ListSearch, toFilters } from './list-search';

const text = listFilters;

/** The number of matches, in a live region because the filters precede the results. */
function Count({ kind, filters }: { kind: ListKind; filters: ListFilters }) {
  const { data } = useInfiniteQuery(kind.query(filters));
  const last = data?.pages.at(-1);
  return (
    <p className={classes.count} aria-live="polite">
      {last ? kind.texts.count(last.total, last.capped) : '\u00a0'}
    </p>
  );
}

interface ListFilterProps {
  kind: ListKind;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

const views = [
  { value: 'grid', label: text.grid, icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
  { value: 'list', label: text.list, icon: <IconLayoutList size={16} aria-hidden="true" /> },
] as const;

export function ListFilterBar({ kind, search, onChange }: ListFilterProps) {
  return (
    <div className={classes.bar}>
      <Count kind={kind} filters={toFilters(search)} />
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <Filters kind={kind} search={search} onChange={onChange} />
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

function Filters({ kind, search, onChange }: ListFilterProps) {
  const { tag, view, sort } = search;
  const change = (part: ListSearch) => {
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
        options={toOptions(kind.statuses, messages.status)}
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
      {kind.hasSourceTypes && (
        <FilterField
          label={text.source}
          allLabel={text.anySource}
          value={search.source_type}
          options={toOptions(SOURCE_TYPES, messages.sourceTypes)}
          onChange={(source_type) => {
            change({ source_type });
          }}
        />
      )}
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
