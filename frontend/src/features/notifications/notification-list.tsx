import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { formatDateTime } from '../../lib/format';
import { notices as text } from '../../messages/en-notifications';
import { getUniqueItems } from '../../shared/cursor-pages';
import { LoadError } from '../../shared/errors/load-error';
import { PathLink } from '../../shared/links';
import { LoadMore } from '../../shared/load-more';
import { useRefreshScreen } from '../../shared/use-refresh-screen';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { isInboxQuery, notificationsQuery, unreadQuery, useMarkRead } from './queries';
import classes from './notifications.module.css';

interface NotificationItemProps {
  notification: NotificationResponse;
  onOpen: (notification: NotificationResponse) => void;
}

/** Opening a notification navigates to its subject and marks it as read. */
function NotificationItem({ notification, onOpen }: NotificationItemProps) {
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

const SKELETON_ITEMS = 4;

function NotificationListSkeleton() {
  return (
    <Skeleton>
      <div className={classes.skeleton}>
        {Array.from({ length: SKELETON_ITEMS }, (_, index) => (
          <SkeletonItem key={index} height="3.5rem" />
        ))}
      </div>
    </Skeleton>
  );
}

interface NotificationListProps {
  /** Called before the navigation to an opened notification. */
  onOpen?: () => void;
  /** Shows the latest notifications without loading more. */
  isCompact?: boolean;
}

export function NotificationList({ onOpen, isCompact = false }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery);
  const { data, error, refetch } = query;
  const { read } = useMarkRead();
  const refreshScreen = useRefreshScreen();
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <NotificationListSkeleton />
    );
  }
  const items = getUniqueItems(
    data.pages.map((page) => page.items),
    ({ id }) => id,
  );
  if (items.length === 0) {
    return <StateView icon={<IconBellOff size={24} />} title={text.emptyTitle} text={text.emptyText} />;
  }
  return (
    <>
      <ul className={classes.list}>
        {items.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onOpen={(opened) => {
              read(opened);
              // The page may be open or cached in its former state.
              void refreshScreen(isInboxQuery);
              onOpen?.();
            }}
          />
        ))}
      </ul>
      {!isCompact && <LoadMore query={query} />}
    </>
  );
}

/** The popover of the bell. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { readAll } = useMarkRead();
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.panelTitle}>{text.title}</h2>
        <Button variant="subtle" size="sm" disabled={unread === 0} onClick={readAll}>
          {text.readAll}
        </Button>
      </div>
      <div className={classes.body}>
        <NotificationList isCompact onOpen={onClose} />
      </div>
      <div className={classes.footer}>
        <Link to="/notifications" onClick={onClose}>
          {text.all}
        </Link>
      </div>
    </>
  );
}
