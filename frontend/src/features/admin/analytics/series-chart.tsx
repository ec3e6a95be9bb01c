import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { AnalyticsInterval } from '../../../api/generated/model/analyticsInterval';
import type { SeriesPointResponse } from '../../../api/generated/model/seriesPointResponse';
import type { ChartDefinition } from './chart-definitions';
import { formatPeriod, formatPeriodShort } from './period-labels';
import classes from './charts.module.css';
import { abbreviate } from '../../../lib/message-format';

interface SeriesChartProps {
  chart: ChartDefinition;
  interval: AnalyticsInterval;
  points: readonly SeriesPointResponse[];
}

/** Loaded lazily: the library is larger than a reading page. Screen readers and keyboards use the table instead. */
export default function SeriesChart({ chart, interval, points }: SeriesChartProps) {
  return (
    <div aria-hidden="true" className={classes.chart}>
      <BarChart
        h="100%"
        data={points.map((point) => ({ ...point }))}
        dataKey="start"
        type="stacked"
        series={chart.series.map(({ name, label, color }) => ({ name, label, color }))}
        withLegend={chart.series.length > 1}
        legendProps={{ verticalAlign: 'bottom', height: 36 }}
        maxBarWidth={36}
        gridAxis="x"
        tickLine="none"
        valueFormatter={abbreviate}
        xAxisProps={{
          tickFormatter: (start: string) => formatPeriodShort(start, interval),
          minTickGap: 24,
        }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        // Without a hovered bar there is no label.
        tooltipProps={{
          labelFormatter: (start) => (typeof start === 'string' ? formatPeriod(start, interval) : ''),
        }}
        tooltipAnimationDuration={0}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
