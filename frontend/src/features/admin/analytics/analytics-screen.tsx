import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePageTitle } from '../../../lib/page';
import { analyticsTexts as text } from '../../../messages/admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { toOptions } from '../../../ui/fields';
import { PageHeading } from '../../../ui/page-heading';
import { SegmentedControl } from '../../../ui/segmented-control';
import { ActivityLog } from './activity-log';
import { charts } from './chart-definitions';
import { ChartPanel, ChartPanelSkeleton } from './chart-panel';
import { ExportMenu } from './export-menu';
import { ConfusingContent, OutdatedContent, TopContent, UnansweredThreads, ZeroResultQueries } from './insight-lists';
import { DEFAULT_INTERVAL, DEFAULT_RANGE, seriesQuery } from './queries';
import { type AnalyticsSearch, intervals, ranges } from './search-params';
import { AnalyticsTotals } from './totals';
import classes from './analytics.module.css';

function Filters({ search }: { search: AnalyticsSearch }) {
  const navigate = useNavigate();
  const change = (next: AnalyticsSearch) =>
    void navigate({ to: '/admin/analytics', search: { ...search, ...next }, replace: true, resetScroll: false });
  return (
    <div role="group" aria-label={text.filters.label} className={classes.filters}>
      <SegmentedControl
        label={text.filters.range}
        value={search.range ?? DEFAULT_RANGE}
        options={toOptions(ranges, text.filters.ranges)}
        onChange={(range) => {
          change({ range: range === DEFAULT_RANGE ? undefined : range });
        }}
      />
      <SegmentedControl
        label={text.filters.interval}
        value={search.interval ?? DEFAULT_INTERVAL}
        options={toOptions(intervals, text.filters.intervals)}
        onChange={(interval) => {
          change({ interval: interval === DEFAULT_INTERVAL ? undefined : interval });
        }}
      />
    </div>
  );
}

function Charts({ search }: { search: AnalyticsSearch }) {
  // The former charts stay until those of another range have loaded.
  const { data, error, refetch } = useQuery({ ...seriesQuery(search), placeholderData: keepPreviousData });
  if (error && !data) {
    return <LoadError error={error} title={text.charts.loadFailed} onRetry={() => void refetch()} />;
  }
  return (
    <div className={classes.grid}>
      {charts.map((chart) =>
        data ? (
          <ChartPanel key={chart.id} chart={chart} interval={data.interval} points={data.points} />
        ) : (
          <ChartPanelSkeleton key={chart.id} chart={chart} />
        ),
      )}
    </div>
  );
}

/** Totals, charts, what is missing or needs work, and activity. */
export function AnalyticsScreen({ search }: { search: AnalyticsSearch }) {
  const { range = DEFAULT_RANGE } = search;
  usePageTitle(text.title);
  return (
    <div className={classes.screen}>
      <PageHeading title={text.title} description={text.lead}>
        <ExportMenu search={search} />
      </PageHeading>
      <AnalyticsTotals />
      <Filters search={search} />
      <Charts search={search} />
      <div className={classes.insights}>
        <TopContent range={range} />
        <UnansweredThreads range={range} />
        <ZeroResultQueries range={range} />
        <ConfusingContent range={range} />
        <OutdatedContent range={range} />
      </div>
      <ActivityLog />
    </div>
  );
}
