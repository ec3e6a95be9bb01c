import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { QueueReason } from '../../../api/generated/model/queueReason';
import { formatDateTime } from '@hub/shared/formats';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { isolate } from '../../../ui/isolate';
import { Badge, type Tone } from '../../../ui/badge';
import classes from './moderation.module.css';

const tones: Record<QueueReason, Tone> = { review: 'blue', revision: 'slate', report: 'amber' };

/** What the item is and why it waits. */
export function ItemBadges({ item }: { item: ModerationItemResponse }) {
  return (
    <span className={classes.badges}>
      <Badge tone={tones[item.reason]}>
        {item.reason === 'report' ? text.reported(item.report_count) : text.reasons[item.reason]}
      </Badge>
      <span>{text.typeNames[item.type]}</span>
      {item.is_hidden && <Badge tone="red">{text.hidden}</Badge>}
    </span>
  );
}

/** The title of the item, or of what a comment or post belongs to. */
export const ItemTitle = ({ item }: { item: ModerationItemResponse }) => isolate(text.inItem[item.type], item.title);

export function WaitingSince({ item }: { item: ModerationItemResponse }) {
  return <time dateTime={item.created_at}>{formatDateTime(item.created_at)}</time>;
}
