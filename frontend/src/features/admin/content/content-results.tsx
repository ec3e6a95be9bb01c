import { Checkbox } from '@mantine/core';
import { IconFileText, IconSearchOff, IconVideo } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminContent as text } from '../../../messages/en-admin-content';
import { StateView } from '../../../ui/state-view';
import { Pager } from '../../../ui/table';
import { BulkBar } from './bulk-bar';
import classes from './content.module.css';
import { contentKinds } from './content-kinds';
import { ContentTable } from './content-table';
import { contentQuery, PAGE_SIZE } from './queries';
import { type ContentSearch, getTab, isFiltered } from './search-params';

interface ContentResultsProps {
  search: ContentSearch;
  onPage: (page: number) => void;
  onEdit: (id: string) => void;
}

/** A page of the list. The selection ends with the page. */
export function ContentResults({ search, onPage, onEdit }: ContentResultsProps) {
  const { data } = useSuspenseQuery(contentQuery(search));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tab = getTab(search);
  const { texts } = contentKinds[tab];
  // Items that are gone, or no longer match, are not selected any more.
  const items = data.items.filter(({ id }) => chosen.has(id));
  const selected = new Set(items.map(({ id }) => id));

  if (data.items.length === 0) {
    const Icon = tab === 'videos' ? IconVideo : IconFileText;
    return isFiltered(search) || search.page !== undefined ? (
      <StateView icon={<IconSearchOff size={24} />} title={texts.noMatch} text={text.noMatchText} />
    ) : (
      <StateView icon={<Icon size={24} />} title={texts.empty} text={texts.emptyText} />
    );
  }
  const isAllSelected = items.length === data.items.length;
  return (
    <>
      <div className={classes.selection}>
        <Checkbox
          label={text.selectAll}
          checked={isAllSelected}
          indeterminate={items.length > 0 && !isAllSelected}
          onChange={() => {
            setChosen(new Set(isAllSelected ? [] : data.items.map(({ id }) => id)));
          }}
        />
        <p className={classes.count} aria-live="polite">
          {texts.count(data.total, data.capped)}
        </p>
      </div>
      {items.length > 0 && (
        <BulkBar
          tab={tab}
          items={items}
          onSelect={(ids) => {
            setChosen(new Set(ids));
          }}
        />
      )}
      <ContentTable
        tab={tab}
        items={data.items}
        selected={selected}
        onSelect={(id, isSelected) => {
          const next = new Set(selected);
          if (isSelected) next.add(id);
          else next.delete(id);
          setChosen(next);
        }}
        onEdit={onEdit}
      />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}
