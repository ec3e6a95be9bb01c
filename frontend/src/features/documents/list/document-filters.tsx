import { IconX } from '@tabler/icons-react';
import { messages } from '../../../messages/en';
import { CategoryFilter } from '../../../shared/categories/category-filter';
import { DIFFICULTIES, SORTS, STATUSES } from '../../../shared/content/enums';
import { Button } from '../../../ui/button';
import { FilterField, labelled } from '../../../ui/filter-field';
import classes from './documents-screen.module.css';
import { isFiltered, type DocumentsSearch } from './search-params';

interface DocumentFiltersProps {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
}

const text = messages.docs;

export function DocumentFilters({ search, onChange }: DocumentFiltersProps) {
  const { tag, view, sort } = search;
  const change = (part: DocumentsSearch) => {
    // Other results begin with their first page.
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
        any={text.anyStatus}
        value={search.status}
        options={labelled(STATUSES, messages.status)}
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
        any={text.anyDifficulty}
        value={search.difficulty}
        options={labelled(DIFFICULTIES, messages.difficulty)}
        onChange={(difficulty) => {
          change({ difficulty });
        }}
      />
      {isFiltered(search) && (
        <Button
          look="quiet"
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
        options={labelled(SORTS, text.sorts)}
        onChange={(chosen) => {
          change({ sort: chosen === 'newest' ? undefined : chosen });
        }}
      />
    </>
  );
}
