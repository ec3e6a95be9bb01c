import { IconLayoutGrid, IconLayoutList, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../../messages/en';
import { categoriesQuery } from '../../../shared/categories/queries';
import { STATUSES } from '../../../shared/content/enums';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { Segments } from '../../../ui/segments';
import { SelectField } from '../../../ui/select-field';
import { DocumentCount } from './document-count';
import classes from './documents-screen.module.css';
import type { DocumentsSearch } from './search-params';

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
  // Whoever may write sees more than published documents, their own at least.
  const seesOtherStatuses = useCan('content.create');
  const { data: categories = [] } = useQuery(categoriesQuery);
  const isFiltered = search.status !== undefined || search.category_id !== undefined;

  return (
    <div className={classes.bar}>
      <DocumentCount filters={{ status: search.status, category_id: search.category_id }} />
      <div role="group" aria-label={text.filters} className={classes.filters}>
        {seesOtherStatuses && (
          <SelectField
            aria-label={text.status}
            value={search.status ?? ''}
            data={[
              { value: '', label: text.anyStatus },
              ...STATUSES.map((status) => ({ value: status, label: messages.status[status] })),
            ]}
            onChange={(event) => {
              const status = STATUSES.find((known) => known === event.currentTarget.value);
              onChange({ ...search, status });
            }}
          />
        )}
        <SelectField
          aria-label={text.category}
          value={search.category_id ?? ''}
          data={[
            { value: '', label: text.anyCategory },
            ...categories.map((category) => ({ value: category.id, label: category.title })),
          ]}
          onChange={(event) => {
            onChange({ ...search, category_id: event.currentTarget.value || undefined });
          }}
        />
        {isFiltered && (
          <Button
            look="quiet"
            icon={<IconX size={16} aria-hidden="true" />}
            onClick={() => {
              onChange({ view: search.view });
            }}
          >
            {text.clearFilters}
          </Button>
        )}
        <Segments
          label={text.viewAs}
          value={search.view ?? 'grid'}
          options={views}
          onChange={(view) => {
            onChange({ ...search, view: view === 'list' ? 'list' : undefined });
          }}
        />
      </div>
    </div>
  );
}
