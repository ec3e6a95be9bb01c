import { useId } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { usePageTitle } from '../../../lib/page';
import { moderationQueue, reportTexts as text } from '../../../messages/en-admin-moderation';
import { REPORTED_TYPES } from '../../../shared/moderation/moderation';
import { FilterField, toOptions } from '../../../ui/fields';
import { PageHeading } from '../../../ui/page-heading';
import { Tabs } from '../../../ui/tabs';
import { HiddenTable } from './hidden-table';
import { type ReportsSearch, VIEWS } from './search-params';
import { ReportTable } from './report-table';
import classes from './reports.module.css';

export function ReportsScreen({ search: { view = 'open', type } }: { search: ReportsSearch }) {
  const navigate = useNavigate();
  const panelId = useId();
  usePageTitle(text.title);
  const show = (next: ReportsSearch) => void navigate({ to: '/admin/reports', search: next, replace: true });
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <FilterField
          label={moderationQueue.type}
          allLabel={moderationQueue.allTypes}
          value={type}
          options={toOptions(REPORTED_TYPES, moderationQueue.types)}
          onChange={(next) => {
            show({ view, type: next });
          }}
        />
      </PageHeading>
      <Tabs
        label={text.views}
        panelId={panelId}
        value={view}
        options={toOptions(VIEWS, text.view)}
        onChange={(next) => {
          show({ view: next, type });
        }}
      />
      <div id={panelId} role="tabpanel" aria-label={text.view[view]} className={classes.panel}>
        {view === 'hidden' ? (
          <HiddenTable key={type} type={type} />
        ) : (
          <ReportTable key={`${view} ${type ?? ''}`} state={view} type={type} />
        )}
      </div>
    </>
  );
}
