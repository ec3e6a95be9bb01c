import { IconBinaryTree, IconLayoutGrid, IconLayoutList } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getListFilterValuesQueryKey, listFilterValues } from '../../api/generated/documents/documents';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { messages } from '../../messages/common';
import { listFilters } from '../../messages/list-filters';
import { CategoryFilter } from '../categories/category-filter';
import { DIFFICULTIES, SORTS, SOURCE_TYPES } from '../content/enums';
import { Button } from '../../ui/button';
import { FilterField, toOptions } from '../../ui/fields';
import { SegmentedControl } from '../../ui/segmented-control';
import { ClearFilters, TagFilter } from './clear-filters';
import classes from './content-list.module.css';
import type { ListKind } from './list-kind';
import { isFiltered, type ListFilters, type ListSearch, toFilters } from './list-search';

const text = listFilters;

/** The values of the filters of a list that match something. */
function filterValuesQuery(type: ContentKind) {
  const params = { type };
  return queryOptions({
    queryKey: getListFilterValuesQueryKey(params),
    queryFn: ({ signal }) => listFilterValues(params, { signal }),
  });
}

/** The number of matches, in a live region because the filters precede the results. */
function Count({ kind, filters }: { kind: ListKind; filters: ListFilters }) {
  const { data } = useInfiniteQuery({ ...kind.query(filters), placeholderData: keepPreviousData });
  const last = data?.pages.at(-1);
  return (
    <p className={classes.count} aria-live="polite">
      {last ? kind.texts.count({ count: last.total, capped: last.capped }) : '\u00a0'}
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
const viewsWithTree = [
  ...views,
  { value: 'tree', label: text.tree, icon: <IconBinaryTree size={16} aria-hidden="true" /> },
] as const;

export function ListFilterBar({ kind, search, onChange }: ListFilterProps) {
  return (
    <div className={classes.bar}>
      {kind.hasTree && search.view === 'tree' ? (
        <TreeFilter search={search} onChange={onChange} />
      ) : (
        <FoundAndFilters kind={kind} search={search} onChange={onChange} />
      )}
      <SegmentedControl<NonNullable<ListSearch['view']> | 'grid'>
        label={text.viewAs}
        value={search.view ?? 'grid'}
        options={kind.hasTree ? viewsWithTree : views}
        onChange={(view) => {
          onChange({ ...search, view: view === 'grid' ? undefined : view });
        }}
      />
    </div>
  );
}

/** The tree can show a single category. Other filters would tear it apart, so they lead back to the list. */
function TreeFilter({ search, onChange }: Omit<ListFilterProps, 'kind'>) {
  return (
    <>
      <div className={classes.found}>
        {isFiltered({ ...search, category_id: undefined }) && (
          <>
            <p className={classes.count}>{text.treeUnfiltered}</p>
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                onChange({ ...search, view: undefined });
              }}
            >
              {text.showFiltered}
            </Button>
          </>
        )}
      </div>
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <CategoryFilter
          value={search.category_id}
          onChange={(category_id) => {
            onChange({ ...search, pages: undefined, category_id });
          }}
        />
      </div>
    </>
  );
}

function FoundAndFilters({ kind, search, onChange }: ListFilterProps) {
  return (
    <>
      <div className={classes.found}>
        <Count kind={kind} filters={toFilters(search)} />
        {search.tag !== undefined && (
          <TagFilter
            tag={search.tag}
            onRemove={() => {
              onChange({ ...search, pages: undefined, tag: undefined });
            }}
          />
        )}
        <ClearFilters
          isFiltered={isFiltered(search)}
          onClear={() => {
            onChange({ view: search.view, sort: search.sort });
          }}
        />
      </div>
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <Filters kind={kind} search={search} onChange={onChange} />
      </div>
    </>
  );
}

/** The values that match something, and the chosen one; all until it is known which. */
function keepMatching<Value extends string>(
  all: readonly Value[],
  matching: readonly string[] | undefined,
  chosen: Value | undefined,
): Value[] {
  return all.filter((value) => !matching || value === chosen || matching.includes(value));
}

function Filters({ kind, search, onChange }: ListFilterProps) {
  const { sort } = search;
  const { data: matching } = useQuery(filterValuesQuery(kind.type));
  const change = (part: ListSearch) => {
    // A changed filter starts from the first page.
    onChange({ ...search, pages: undefined, ...part });
  };
  const statuses = keepMatching(kind.statuses, matching?.statuses, search.status);
  const difficulties = keepMatching(DIFFICULTIES, matching?.difficulties, search.difficulty);
  const sourceTypes = keepMatching(SOURCE_TYPES, matching?.source_types, search.source_type);

  return (
    <>
      {/* Readers find published items only. */}
      {(statuses.length > 1 || search.status !== undefined) && (
        <FilterField
          label={text.status}
          allLabel={text.anyStatus}
          value={search.status}
          options={toOptions(statuses, messages.status)}
          onChange={(status) => {
            change({ status });
          }}
        />
      )}
      <CategoryFilter
        value={search.category_id}
        matchingIds={matching?.category_ids}
        onChange={(category_id) => {
          change({ category_id });
        }}
      />
      <FilterField
        label={text.difficulty}
        allLabel={text.anyDifficulty}
        value={search.difficulty}
        options={toOptions(difficulties, messages.difficulty)}
        onChange={(difficulty) => {
          change({ difficulty });
        }}
      />
      {kind.hasSourceTypes && (
        <FilterField
          label={text.source}
          allLabel={text.anySource}
          value={search.source_type}
          options={toOptions(sourceTypes, messages.sourceTypes)}
          onChange={(source_type) => {
            change({ source_type });
          }}
        />
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
