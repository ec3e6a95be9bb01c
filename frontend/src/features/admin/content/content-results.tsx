import { Checkbox } from '@mantine/core';
import { IconFileText, IconSearchOff, IconVideo } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminContent as text } from '../../../messages/admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { SELECTED_ITEMS_MAX } from '@hub/shared/limits';
import { SelectAllButton } from '../../../shared/selection/select-all-button';
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

/** A page of the list. The selection stays after an action, and ends with the page. */
export function ContentResults({ search, onPage, onEdit }: ContentResultsProps) {
  const { data } = useSuspenseQuery(contentQuery(search));
  /** By id; also items of other pages, and those that an action made different from the filters. */
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedContent>>(new Map());
  const select = (items: readonly ListedContent[]) => {
    setSelected(new Map(items.map((item) => [item.id, item])));
  };
  const tab = getTab(search);
  const { texts, getListUrl } = contentKinds[tab];
  const { tab: _tab, page: _page, ...filters } = search;
  const items = [...selected.values()];
  const bulkBar = items.length > 0 && <BulkBar tab={tab} items={items} onSelect={select} />;

  if (data.items.length === 0) {
    const Icon = tab === 'videos' ? IconVideo : IconFileText;
    return (
      <>
        {bulkBar}
        {isFiltered(search) || search.page !== undefined ? (
          <StateView icon={<IconSearchOff size={24} />} title={texts.noMatch} text={text.noMatchText} />
        ) : (
          <StateView icon={<Icon size={24} />} title={texts.empty} text={texts.emptyText} />
        )}
      </>
    );
  }
  const selectedHere = data.items.filter(({ id }) => selected.has(id));
  const isAllSelected = selectedHere.length === data.items.length;
  return (
    <>
      <div className={classes.selection}>
        <Checkbox
          label={text.selectAll}
          checked={isAllSelected}
          indeterminate={selectedHere.length > 0 && !isAllSelected}
          onChange={() => {
            select(isAllSelected ? [] : data.items);
          }}
        />
        {isAllSelected && items.length < Math.min(data.total, SELECTED_ITEMS_MAX) && (
          <SelectAllButton
            total={data.total}
            isCapped={data.capped}
            getPageUrl={(paging) => getListUrl({ ...filters, ...paging })}
            onLoaded={select}
          />
        )}
        <p className={classes.count} aria-live="polite">
          {texts.count({ count: data.total, capped: data.capped })}
        </p>
      </div>
      {bulkBar}
      <ContentTable
        tab={tab}
        items={data.items}
        selected={selected}
        onSelect={(item, isSelected) => {
          select(isSelected ? [...items, item] : items.filter(({ id }) => id !== item.id));
        }}
        onEdit={onEdit}
      />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}
