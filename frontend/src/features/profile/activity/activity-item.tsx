import type { UserActivityResponse } from '../../../api/generated/model/userActivityResponse';
import { formatDate } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { profile } from '../../../messages/en-profile';
import { StatusBadge } from '../../../shared/content/status-badge';
import { PathLink } from '../../../shared/path-link';
import { Badge } from '../../../ui/badge';
import classes from './activity.module.css';

const text = profile.activity;

/** Published content shows no status. */
const isPublished = (status: UserActivityResponse['status']) => status === 'PUBLISHED' || status === 'READY';

export function ActivityItem({ item }: { item: UserActivityResponse }) {
  const { type, title, url, excerpt, status, visibility, is_hidden, created_at } = item;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.badges}>
          <Badge tone="grey">{text.types[type]}</Badge>
          {status && !isPublished(status) && <StatusBadge status={status} />}
          {visibility && visibility !== 'PUBLIC' && <Badge tone="blue">{messages.visibility[visibility]}</Badge>}
          {is_hidden && <Badge tone="amber">{text.hidden}</Badge>}
        </span>
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      </div>
      <PathLink href={url} className={classes.title}>
        {title}
      </PathLink>
      {excerpt && <p className={classes.excerpt}>{excerpt}</p>}
    </li>
  );
}
