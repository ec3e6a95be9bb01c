import { useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { notices as text } from '../../messages/notifications';
import { ChunkLoadError } from '../../shared/errors/load-error';
import { IconButton, IconLink } from '../../ui/button';
import { LazyBoundary } from '../../ui/lazy';
import { Popover } from '../../ui/popover';
import classes from './notifications.module.css';
import { useLiveNotifications } from './live-notifications';
import { unreadQuery } from './queries';
import { useOpenedNotifications } from './use-opened-notifications';

const BellPanel = lazy(() =>
  import('./notification-list').then(({ BellPanel: component }) => ({ default: component })),
);

/** The unread count is fetched if the stream has not delivered it by then. */
const FALLBACK_AFTER_MS = 5000;
const MAX_SHOWN_COUNT = 99;

function useUnread(userId: string): number {
  useLiveNotifications(userId);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, FALLBACK_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return useQuery({ ...unreadQuery, enabled: isLate }).data ?? 0;
}

/** The unread count in the header, with a popover of the latest notifications; on phones it links to their page. */
export default function Bell({ userId }: { userId: string }) {
  useOpenedNotifications();
  const unread = useUnread(userId);
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const displayedCount = unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(unread);
  const label = text.bell({ count: unread, shown: displayedCount });
  const sign = (
    <span className={classes.bell}>
      <IconBell size={20} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {displayedCount}
        </span>
      )}
    </span>
  );
  if (!isWide) {
    return (
      <IconLink to="/notifications" aria-label={label}>
        {sign}
      </IconLink>
    );
  }
  return (
    <Popover
      label={text.title}
      trigger={(props) => (
        <IconButton {...props} aria-label={label}>
          {sign}
        </IconButton>
      )}
    >
      {(close) => (
        <LazyBoundary errorFallback={<ChunkLoadError />}>
          <BellPanel onClose={close} />
        </LazyBoundary>
      )}
    </Popover>
  );
}
