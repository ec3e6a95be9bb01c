import { moderationQueue, reportTexts as text } from '../../../../messages/admin-moderation';
import { REPORTED_TYPES } from '../../../../shared/moderation/moderation';
import { FilterField, toOptions } from '../../../../ui/fields';
import { REPORT_VIEWS, type ReportsSearch } from '../search-params';
import { HiddenTable } from './hidden-table';
import { ReportTable } from './report-table';

interface ReportFiltersProps {
  search: ReportsSearch;
  onChange: (search: ReportsSearch) => void;
}

export function ReportFilters({ search: { view, type }, onChange }: ReportFiltersProps) {
  return (
    <>
      <FilterField
        label={text.views}
        allLabel={text.view.open}
        value={view === 'open' ? undefined : view}
        options={toOptions(REPORT_VIEWS.slice(1), text.view)}
        onChange={(next) => {
          onChange({ view: next, type });
        }}
      />
      <FilterField
        label={moderationQueue.type}
        allLabel={moderationQueue.allTypes}
        value={type}
        options={toOptions(REPORTED_TYPES, moderationQueue.types)}
        onChange={(next) => {
          onChange({ view, type: next });
        }}
      />
    </>
  );
}

/** Reports with their decisions, or what is hidden. */
export function ReportsPanel({ search: { view = 'open', type } }: { search: ReportsSearch }) {
  return view === 'hidden' ? (
    <HiddenTable key={type} type={type} />
  ) : (
    <ReportTable key={`${view} ${type ?? ''}`} state={view} type={type} />
  );
}
