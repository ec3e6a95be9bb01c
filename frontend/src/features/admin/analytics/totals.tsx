import { type Icon, IconEye, IconFileText, IconUsers, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { abbreviate } from '../../../lib/message-format';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { SkeletonItem } from '../../../ui/skeleton';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { overviewQuery } from './queries';
import classes from './totals.module.css';

const text = analyticsTexts.totals;

const tiles: readonly { name: 'documents' | 'videos' | 'users' | 'views'; icon: Icon }[] = [
  { name: 'documents', icon: IconFileText },
  { name: 'videos', icon: IconVideo },
  { name: 'users', icon: IconUsers },
  { name: 'views', icon: IconEye },
];

const getTrend = (growth: number) => (growth > 0 ? 'up' : growth < 0 ? 'down' : 'same');

function GrowthBadge({ growth }: { growth: number }) {
  const sign = growth > 0 ? '+' : growth < 0 ? '−' : '';
  const percent = text.percent({ sign, value: Math.abs(growth) });
  return (
    <span className={classes.growth} data-trend={getTrend(growth)} title={text.growth(percent)}>
      <span aria-hidden="true">{percent}</span>
      <VisuallyHidden>{text.growth(percent)}</VisuallyHidden>
    </span>
  );
}

/** The totals of the hub; a total has a badge with its growth where there was an earlier period to compare with. */
export function AnalyticsTotals() {
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <section aria-label={text.label}>
      {error && !data ? (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <dl className={classes.totals} aria-busy={!data}>
          {tiles.map(({ name, icon: TileIcon }) => {
            const growth = data?.growth[name];
            const note = name === 'views' ? text.notes.views : undefined;
            return (
              <div key={name} className={classes.total}>
                <dt className={classes.name}>
                  <TileIcon size={18} stroke={1.75} aria-hidden="true" />
                  {text[name]}
                </dt>
                <dd className={classes.value}>
                  {data ? (
                    <span title={String(data.totals[name])}>{abbreviate(data.totals[name])}</span>
                  ) : (
                    <SkeletonItem width="3rem" height="1.5rem" />
                  )}
                  {growth !== undefined && growth !== null && <GrowthBadge growth={growth} />}
                </dd>
                {note && <dd className={classes.note}>{note}</dd>}
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
