import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../../lib/message-format';
import { usePageTitle } from '../../../lib/page';
import { adminContent as text } from '../../../messages/admin-content';
import { DeferredResults } from '../../../shared/deferred-results';
import { useCan } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { PageHeading } from '../../../ui/page-heading';
import { Tabs } from '../../../ui/tabs';
import { ContentFilters } from './content-filters';
import { contentKinds } from './content-kinds';
import { type ContentSearch, type ContentTab, getTab, TABS } from './search-params';
import { ContentResults } from './content-results';
import { ContentTableSkeleton } from './content-skeleton';
import { countsQuery } from './queries';

// Below the list.
const BrokenLinks = lazy(() => import('./broken-links'));

interface ContentScreenProps {
  search: ContentSearch;
  /** The form of an item in a dialog, which features share through the route. */
  renderEditor: (editing: { tab: ContentTab; id: string; onClose: () => void }) => ReactNode;
}

export function ContentScreen({ search, renderEditor }: ContentScreenProps) {
  const navigate = useNavigate();
  const panelId = useId();
  const { data: counts } = useQuery(countsQuery);
  const canCreate = useCan('content.create');
  // Held above the results, so that refetching them does not unmount the open dialog.
  const [editing, setEditing] = useState<{ tab: ContentTab; id: string }>();
  usePageTitle(text.title);
  const tab = getTab(search);
  const { texts, createPath } = contentKinds[tab];
  const change = (next: ContentSearch) =>
    void navigate({ to: '/admin/content', search: next, replace: true, resetScroll: false });

  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        {canCreate && (
          <ButtonLink to={createPath} icon={<IconPlus size={16} aria-hidden="true" />}>
            {texts.create}
          </ButtonLink>
        )}
      </PageHeading>
      <Tabs
        label={text.kinds}
        panelId={panelId}
        value={tab}
        options={TABS.map((value) => ({
          value,
          label: contentKinds[value].texts.label,
          count: counts && formatNumber(counts[value].total),
        }))}
        onChange={(value) => {
          change({ tab: value === 'documents' ? undefined : value });
        }}
      />
      <div id={panelId} role="tabpanel" aria-label={texts.label}>
        <ContentFilters key={tab} search={search} onChange={change} />
        <DeferredResults
          key={`${tab} results`}
          filters={search}
          skeleton={<ContentTableSkeleton />}
          loadFailed={texts.loadFailed}
        >
          {(shown) => (
            <ContentResults
              search={shown}
              onPage={(page) => {
                change({ ...search, page: page === 1 ? undefined : page });
              }}
              onEdit={(id) => {
                setEditing({ tab, id });
              }}
            />
          )}
        </DeferredResults>
      </div>
      <LazyBoundary>
        <BrokenLinks />
      </LazyBoundary>
      {editing &&
        renderEditor({
          ...editing,
          onClose: () => {
            setEditing(undefined);
          },
        })}
    </>
  );
}
