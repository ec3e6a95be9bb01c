import { useState } from 'react';
import { messages } from '../../../messages/common';
import { listFilters } from '../../../messages/list-filters';
import { adminContent as text } from '../../../messages/admin-content';
import { templates } from '../../../messages/templates';
import { CategoryFilter } from '../../../shared/categories/category-filter';
import { ClearFilters } from '../../../shared/content-list/clear-filters';
import { SORTS, VISIBILITIES } from '../../../shared/content/enums';
import { FilterField, SearchField, toOptions } from '../../../ui/fields';
import { AuthorFilter } from './author-filter';
import classes from './content.module.css';
import { contentKinds } from './content-kinds';
import { type ContentSearch, getTab, isFiltered } from './search-params';

interface ContentFiltersProps {
  search: ContentSearch;
  onChange: (search: ContentSearch) => void;
}

export function ContentFilters({ search, onChange }: ContentFiltersProps) {
  const { tab, sort } = search;
  const { texts, filterStatuses } = contentKinds[getTab(search)];
  const [clearCount, setClearCount] = useState(0);
  // A changed filter starts from the first page.
  const change = (part: ContentSearch) => {
    onChange({ ...search, page: undefined, ...part });
  };
  return (
    <div role="group" aria-label={text.filters} className={classes.filters}>
      <SearchField
        // The field keeps what is typed; clearing the filters empties it.
        key={clearCount}
        label={texts.search}
        placeholder={text.searchPlaceholder}
        value={search.q ?? ''}
        onSearch={(q) => {
          change({ q: q || undefined });
        }}
      />
      {getTab(search) === 'documents' && (
        <FilterField
          label={templates.filter}
          allLabel={templates.documents}
          value={search.type}
          options={[{ value: 'template', label: templates.templates }]}
          onChange={(type) => {
            change({ type });
          }}
        />
      )}
      <FilterField
        label={listFilters.status}
        allLabel={listFilters.anyStatus}
        value={search.status}
        options={toOptions(filterStatuses, messages.status)}
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
        label={text.visibility}
        allLabel={text.anyVisibility}
        value={search.visibility}
        options={toOptions(VISIBILITIES, messages.visibility)}
        onChange={(visibility) => {
          change({ visibility });
        }}
      />
      <AuthorFilter
        value={search.author_id}
        onChange={(author_id) => {
          change({ author_id });
        }}
      />
      <FilterField
        label={listFilters.sort}
        value={sort ?? 'newest'}
        options={toOptions(SORTS, listFilters.sorts)}
        onChange={(chosen) => {
          change({ sort: chosen === 'newest' ? undefined : chosen });
        }}
      />
      <ClearFilters
        isFiltered={isFiltered(search)}
        onClear={() => {
          setClearCount(clearCount + 1);
          onChange({ tab, sort });
        }}
      />
    </div>
  );
}
