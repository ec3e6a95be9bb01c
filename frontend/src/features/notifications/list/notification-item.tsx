import type { NotificationResponse } from '../../../api/generated/model/notificationResponse';
import { formatDateTime } from '../../../lib/format';
import { notices as text } from '../../../messages/en-notifications';
import { PathLink } from '../../../shared/path-link';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './notification-list.module.css';

interface NotificationItemProps {
  notification: NotificationResponse;
  onOpen: (notification: NotificationResponse) => void;
}

/** Opening a notification navigates to its subject and marks it as read. */
export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const { title, message, url, is_read, created_at } = notification;
  return (
    <li>
      <PathLink
        href={url}
        className={classes.item}
        data-unread={!is_read || undefined}
        onOpen={() => {
          onOpen(notification);
        }}
      >
        <span className={classes.title}>
          {!is_read && <VisuallyHidden>{text.unread}: </VisuallyHidden>}
          {title}
        </span>
        {message && <span className={classes.message}>{message}</span>}
        <time dateTime={created_at} className={classes.time}>
          {formatDateTime(created_at)}
        </time>
      </PathLink>
    </li>
  );
}
