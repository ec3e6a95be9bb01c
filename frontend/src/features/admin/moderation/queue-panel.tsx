import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { LoadError } from '../../../shared/errors/load-error';
import { Panel } from '../../../ui/panel';
import { ListSkeleton } from '../../../ui/skeleton';
import { isolate } from '../../../ui/isolate';
import { DecisionButtons } from './decision-buttons';
import { DecisionDialog, type DecisionRequest } from './decision-dialog';
import { ItemBadges, ItemTitle } from './item-heading';
import { getEntryKey, panelQuery } from './queries';
import classes from './moderation.module.css';

function PanelItems({ onAsk }: { onAsk: (request: DecisionRequest) => void }) {
  const { data, error, refetch } = useQuery(panelQuery);
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.panel.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={3} rowHeight="5rem" />
    );
  }
  if (data.items.length === 0) return <p className={classes.muted}>{text.panel.empty}</p>;
  return (
    <>
      <ul className={classes.panelItems}>
        {data.items.map((item) => (
          <li key={getEntryKey(item)} className={classes.panelItem}>
            <ItemBadges item={item} />
            <Link to="/admin/moderation" search={{ item: getEntryKey(item) }} className={classes.panelTitle}>
              <ItemTitle item={item} />
            </Link>
            <span className={classes.muted}>{isolate(text.by, item.author_name)}</span>
            <DecisionButtons item={item} size="sm" onAsk={onAsk} />
          </li>
        ))}
      </ul>
      <p className={classes.panelLink}>
        <Link to="/admin/moderation">
          {text.panel.allCount(text.count({ count: data.total_pending, capped: data.total_capped }))}
        </Link>
      </p>
    </>
  );
}

/** The first items of the moderation queue, for the dashboard. */
export function QueuePanel() {
  const [asking, setAsking] = useState<DecisionRequest>();
  return (
    <Panel title={text.panel.title}>
      <PanelItems onAsk={setAsking} />
      {asking && (
        <DecisionDialog
          request={asking}
          onClose={() => {
            setAsking(undefined);
          }}
        />
      )}
    </Panel>
  );
}
