import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityFilter } from '../../../api/generated/model/activityFilter';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { toOptions } from '../../../ui/fields';
import { SegmentedControl } from '../../../ui/segmented-control';
import { ListSkeleton } from '../../../ui/skeleton';
import { Panel } from '../../../ui/panel';
import { ActivityEntries } from './activity-entries';
import { activityFilters, activityQuery } from './queries';
import classes from './activity.module.css';

const text = analyticsTexts.activity;

function ActivityPages({ filter }: { filter: ActivityFilter }) {
  const query = useInfiniteQuery(activityQuery(filter));
  const events = query.data?.pages.flatMap((page) => page.events);
  const { results, markFirstNew } = useFocusOnNewItems(events?.length ?? 0, 'li a');
  if (!events) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={10} rowHeight="2.75rem" />
    );
  }
  if (events.length === 0) return <p className={classes.empty}>{text.empty}</p>;
  return (
    <div ref={results}>
      <ActivityEntries events={events} />
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(events.length);
        }}
      />
    </div>
  );
}

/** All events, the latest first. */
export function ActivityLog() {
  const [filter, setFilter] = useState<ActivityFilter>('all');
  return (
    <Panel
      title={text.title}
      aside={
        <SegmentedControl
          label={text.filter}
          value={filter}
          options={toOptions(activityFilters, text.filters)}
          onChange={setFilter}
        />
      }
    >
      <ActivityPages key={filter} filter={filter} />
    </Panel>
  );
}
