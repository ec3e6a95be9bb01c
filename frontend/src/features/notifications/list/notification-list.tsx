import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notices as text } from '../../../messages/en-notifications';
import { LoadError } from '../../../shared/errors/load-error';
import { LoadMore } from '../../../shared/load-more';
import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { notificationsQuery } from '../queries';
import { useMarkRead } from '../use-mark-read';
import { NotificationItem } from './notification-item';
import classes from './notification-list.module.css';

const SKELETON_ITEMS = 4;

function ListSkeleton() {
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
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  // A notification created between two requests shifts the pages, so that one can appear twice.
  const items = [...new Map(data.pages.flatMap((page) => page.items.map((item) => [item.id, item]))).values()];
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
              onOpen?.();
            }}
          />
        ))}
      </ul>
      {!isCompact && <LoadMore query={query} />}
    </>
  );
}
