import { useQuery } from '@tanstack/react-query';
import { analyticsTexts } from '../../../messages/en-admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { ListSkeleton } from '../../../ui/skeleton';
import { Panel } from '../../../ui/panel';
import { ActivityEntries } from './activity-entries';
import { overviewQuery } from './queries';
import classes from './activity.module.css';

const text = analyticsTexts.activity;

/** The latest events, at most 20. */
export function RecentActivity({ limit = 20 }: { limit?: number }) {
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <Panel title={text.title}>
      {data ? (
        data.recent_activity.length > 0 ? (
          <ActivityEntries events={data.recent_activity.slice(0, limit)} />
        ) : (
          <p className={classes.empty}>{text.empty}</p>
        )
      ) : error ? (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={limit} rowHeight="2.75rem" />
      )}
    </Panel>
  );
}
