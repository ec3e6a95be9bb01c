import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { usePageTitle } from '../../../lib/page';
import { moderationQueue as text, reportTexts } from '../../../messages/admin-moderation';
import { REPORTED_TYPES, REPORTS_REQUIREMENTS } from '../../../shared/moderation/moderation';
import { pendingCountQuery } from '../../../shared/moderation/pending-count';
import { useCan } from '../../../shared/session/session';
import { FilterField, toOptions } from '../../../ui/fields';
import { PageHeading } from '../../../ui/page-heading';
import { Tabs } from '../../../ui/tabs';
import { openReportsCountQuery } from './reports/queries';
import { ReportFilters, ReportsPanel } from './reports/reports-panel';
import { Queue } from './queue';
import { type ModerationSearch, type QueueSearch, REASONS, TABS } from './search-params';
import classes from './moderation.module.css';

interface QueueFiltersProps {
  search: QueueSearch;
  onChange: (search: QueueSearch) => void;
}

function QueueFilters({ search, onChange }: QueueFiltersProps) {
  return (
    <>
      <FilterField
        label={text.reason}
        allLabel={text.allReasons}
        value={search.reason}
        options={toOptions(REASONS, text.reasons)}
        onChange={(reason) => {
          onChange({ ...search, reason });
        }}
      />
      <FilterField
        label={text.type}
        allLabel={text.allTypes}
        value={search.type}
        options={toOptions(REPORTED_TYPES, text.types)}
        onChange={(type) => {
          onChange({ ...search, type });
        }}
      />
    </>
  );
}

interface ModerationTabsProps {
  panelId: string;
  value: (typeof TABS)[number];
  onChange: (tab: (typeof TABS)[number]) => void;
}

/** The tabs with the numbers of what is open. */
function ModerationTabs(props: ModerationTabsProps) {
  const { data: pending } = useQuery(pendingCountQuery);
  const { data: reports } = useQuery(openReportsCountQuery);
  const counts = {
    queue: pending && text.count({ count: pending.total_pending, capped: pending.total_capped }),
    reports: reports && text.count({ count: reports.total, capped: reports.capped }),
  };
  const options = TABS.map((tab) => ({ value: tab, label: text.tabs[tab], count: counts[tab] }));
  return <Tabs label={text.title} options={options} {...props} />;
}

/** What waits for a decision and, for moderators, the reports with what was decided. */
export function ModerationScreen({ search }: { search: ModerationSearch }) {
  const navigate = useNavigate();
  const panelId = useId();
  const canHandleReports = useCan(...REPORTS_REQUIREMENTS);
  usePageTitle(text.title);
  const { tab = 'queue', view, ...queueSearch } = search;
  const isReports = tab === 'reports';
  const show = (next: ModerationSearch) =>
    void navigate({ to: '/admin/moderation', search: { ...next, item: undefined }, replace: true, resetScroll: false });
  const panel = isReports ? (
    <ReportsPanel search={{ view, type: search.type }} />
  ) : (
    <Queue key={`${search.type ?? ''} ${search.reason ?? ''}`} search={queueSearch} />
  );
  return (
    <>
      <PageHeading title={text.title} description={isReports ? reportTexts.lead : text.lead}>
        {isReports ? (
          <ReportFilters
            search={{ view, type: search.type }}
            onChange={(next) => {
              show({ tab, ...next });
            }}
          />
        ) : (
          <QueueFilters search={queueSearch} onChange={show} />
        )}
      </PageHeading>
      {canHandleReports ? (
        <>
          <ModerationTabs
            panelId={panelId}
            value={tab}
            onChange={(next) => {
              show({ tab: next === 'queue' ? undefined : next });
            }}
          />
          <div id={panelId} role="tabpanel" aria-label={text.tabs[tab]} className={classes.panelOfTab}>
            {panel}
          </div>
        </>
      ) : (
        panel
      )}
    </>
  );
}
