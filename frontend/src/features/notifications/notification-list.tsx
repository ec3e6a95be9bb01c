import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { NotificationGroupResponse } from '../../api/generated/model/notificationGroupResponse';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { formatDateTime } from '@hub/shared/formats';
import { notices as text } from '../../messages/notifications';
import { getUniqueItems } from '../../shared/cursor-pages';
import { LoadError } from '../../shared/errors/load-error';
import { PathLink } from '../../shared/links';
import { LoadMore } from '../../shared/load-more';
import { useRefreshScreen } from '../../shared/use-refresh-screen';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { isInboxQuery, notificationsQuery, unreadQuery, useMarkRead } from './queries';
import classes from './notifications.module.css';

/** Who acted: the latest, with another user of the group behind; a bell for the system and for moderators. */
function Faces({ group: { actor, earlier } }: { group: NotificationGroupResponse }) {
  const other = earlier.find((notification) => notification.actor && notification.actor.id !== actor?.id)?.actor;
  return (
    <span className={classes.faces}>
      {actor ? (
        <Avatar name={actor.name} src={actor.avatar_url} />
      ) : (
        <span className={classes.system} aria-hidden="true">
          <IconBell size={18} />
        </span>
      )}
      {actor && other && (
        <span className={classes.other}>
          <Avatar name={other.name} src={other.avatar_url} size="xs" />
        </span>
      )}
    </span>
  );
}

/** Title, message, excerpt and time. */
function NotificationText({ notification }: { notification: NotificationResponse }) {
  const { title, message, excerpt, is_read, created_at } = notification;
  return (
    <span className={classes.text}>
      <span className={classes.title}>
        {!is_read && <VisuallyHidden>{text.unread}: </VisuallyHidden>}
        {title}
      </span>
      {message && <span className={classes.message}>{message}</span>}
      {excerpt && (
        <span dir="auto" className={classes.excerpt}>
          {excerpt}
        </span>
      )}
      <time dateTime={created_at} className={classes.time}>
        {formatDateTime(created_at)}
      </time>
    </span>
  );
}

interface NotificationGroupProps {
  group: NotificationGroupResponse;
  /** Called before the navigation to what a notification is about. */
  onOpen: () => void;
}

/** The latest notification about a thread or item; opening it marks the group as read. The earlier ones unfold. */
function NotificationGroup({ group, onOpen }: NotificationGroupProps) {
  const { readGroup, readOne } = useMarkRead();
  const [isUnfolded, setUnfolded] = useState(false);
  const earlierId = useId();
  return (
    <li>
      <PathLink
        href={group.url}
        className={classes.item}
        data-unread={group.has_unread || undefined}
        onOpen={() => {
          readGroup(group);
          onOpen();
        }}
      >
        <Faces group={group} />
        <NotificationText notification={{ ...group, is_read: !group.has_unread }} />
      </PathLink>
      {group.earlier.length > 0 && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="sm"
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? earlierId : undefined}
            onClick={() => {
              setUnfolded(!isUnfolded);
            }}
          >
            {isUnfolded ? text.hideEarlier : text.showEarlier(group.earlier.length)}
          </Button>
          {isUnfolded && (
            <ul id={earlierId} className={classes.earlier}>
              {group.earlier.map((notification) => (
                <li key={notification.id}>
                  <PathLink
                    href={notification.url}
                    className={classes.item}
                    data-unread={!notification.is_read || undefined}
                    onOpen={() => {
                      readOne(notification);
                      onOpen();
                    }}
                  >
                    <NotificationText notification={notification} />
                  </PathLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
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
  const refreshScreen = useRefreshScreen();
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <NotificationListSkeleton />
    );
  }
  const items = getUniqueItems(
    data.pages.map((page) => page.groups),
    ({ id }) => id,
  );
  if (items.length === 0) {
    return <StateView icon={<IconBellOff size={24} />} title={text.emptyTitle} text={text.emptyText} />;
  }
  return (
    <>
      <ul className={classes.list}>
        {items.map((group) => (
          <NotificationGroup
            key={group.id}
            group={group}
            onOpen={() => {
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
