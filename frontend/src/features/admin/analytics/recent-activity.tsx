import { useQuery } from '@tanstack/react-query';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { ListSkeleton } from '../../../ui/skeleton';
import { Panel } from '../../../ui/panel';
import { ActivityEntries } from './activity-entries';
import { recentChangesQuery } from './queries';
import classes from './activity.module.css';

const text = analyticsTexts.activity;

/** The latest changes for the dashboard, at most 20. */
export function RecentActivity({ limit }: { limit: number }) {
  const { data, error, refetch } = useQuery(recentChangesQuery);
  return (
    <Panel title={text.title} hint={text.recentHint}>
      {data ? (
        data.events.length > 0 ? (
          <ActivityEntries events={data.events.slice(0, limit)} />
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
