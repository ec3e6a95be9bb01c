import { IconLayoutGrid, IconLayoutList } from '@tabler/icons-react';
import { messages } from '../../../messages/en';
import { Segments } from '../../../ui/segments';
import { DocumentCount } from './document-count';
import { DocumentFilters } from './document-filters';
import classes from './documents-screen.module.css';
import { filtersOf, type DocumentsSearch } from './search-params';

interface DocumentFilterBarProps {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
}

const text = messages.docs;

const views = [
  { value: 'grid', label: text.grid, icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
  { value: 'list', label: text.list, icon: <IconLayoutList size={16} aria-hidden="true" /> },
] as const;

export function DocumentFilterBar({ search, onChange }: DocumentFilterBarProps) {
  return (
    <div className={classes.bar}>
      <DocumentCount filters={filtersOf(search)} />
      <div role="group" aria-label={text.filters} className={classes.filters}>
        <DocumentFilters search={search} onChange={onChange} />
      </div>
      <Segments
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
