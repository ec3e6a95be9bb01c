import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { AnalyticsInterval } from '../../../api/generated/model/analyticsInterval';
import type { SeriesPointResponse } from '../../../api/generated/model/seriesPointResponse';
import { formatNumber } from '../../../lib/message-format';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { IconButton } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { SkeletonItem } from '../../../ui/skeleton';
import { Panel } from '../../../ui/panel';
import type { ChartDefinition } from './chart-definitions';
import { formatPeriod } from './period-labels';
import classes from './charts.module.css';

const text = analyticsTexts.charts;

const SeriesChart = lazy(() => import('./series-chart'));

interface ChartProps {
  chart: ChartDefinition;
  interval: AnalyticsInterval;
  points: readonly SeriesPointResponse[];
}

/** The figures of a chart; also read by screen readers while the chart is shown. */
function SeriesTable({ chart, interval, points }: ChartProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{chart.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.periods[interval]}</th>
          {chart.series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.start}>
            <th scope="row">{formatPeriod(point.start, interval)}</th>
            {chart.series.map(({ name }) => (
              <td key={name}>{formatNumber(point[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ChartSkeleton = () => <SkeletonItem height="100%" />;

/** A chart, which can be switched to a table with the same figures. */
export function ChartPanel({ chart, interval, points }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const sum = points.reduce((all, point) => chart.series.reduce((n, { name }) => n + point[name], all), 0);
  const hint = [chart.isAdditive && text.total(formatNumber(sum)), chart.hint].filter(Boolean).join(' · ');
  return (
    <Panel
      title={chart.title}
      hint={sum === 0 ? text.empty : hint}
      aside={
        <IconButton
          isFramed
          aria-label={isTable ? text.showChart(chart.title) : text.showTable(chart.title)}
          title={isTable ? text.showChart(chart.title) : text.showTable(chart.title)}
          onClick={() => {
            setTable(!isTable);
          }}
        >
          {isTable ? <IconChartBar size={16} aria-hidden="true" /> : <IconTable size={16} aria-hidden="true" />}
        </IconButton>
      }
    >
      {!isTable && (
        <div className={classes.frame}>
          <LazyBoundary
            fallback={<ChartSkeleton />}
            errorFallback={<p className={classes.failed}>{text.chartFailed}</p>}
          >
            <SeriesChart chart={chart} interval={interval} points={points} />
          </LazyBoundary>
        </div>
      )}
      <div
        className={isTable ? classes.scroll : classes.forScreenReaders}
        {...(isTable && { role: 'region', 'aria-label': text.tableOf(chart.title), tabIndex: 0 })}
      >
        <SeriesTable chart={chart} interval={interval} points={points} />
      </div>
    </Panel>
  );
}

/** The panels while their figures load. */
export function ChartPanelSkeleton({ chart }: { chart: ChartDefinition }) {
  return (
    <Panel title={chart.title} hint="…">
      <div className={classes.frame} aria-busy="true">
        <ChartSkeleton />
      </div>
    </Panel>
  );
}
