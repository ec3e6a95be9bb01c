import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notices as text } from '../../../messages/en-notifications';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { LoadMore } from '../../../shared/load-more';
import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { notificationsQuery } from '../queries';
import { useRead } from '../use-read';
import { NotificationItem } from './notification-item';
import classes from './notification-list.module.css';

const BONES = 4;

function ListSkeleton() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        {Array.from({ length: BONES }, (_, index) => (
          <Bone key={index} height="3.5rem" />
        ))}
      </div>
    </Skeleton>
  );
}

interface NotificationListProps {
  /** Called when one is opened, before the product goes there. */
  onOpen?: () => void;
  /** Only the latest, without the way to the others. */
  brief?: boolean;
}

export function NotificationList({ onOpen, brief = false }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery);
  const { data, error, refetch } = query;
  const { read } = useRead();
  if (!data) {
    return error ? (
      <LoadFailed error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  // One that arrives between two requests moves the others on, and one of them then comes twice.
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
      {!brief && <LoadMore query={query} />}
    </>
  );
}
