import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { useMatches } from '../../lib/use-media';
import { notices as text } from '../../messages/en-notifications';
import { PartFailed } from '../../shared/errors/part-failed';
import { IconButton, IconLink } from '../../ui/icon-button';
import { Part } from '../../ui/part';
import { Popover } from '../../ui/popover';
import classes from './bell.module.css';
import { useLiveNotifications } from './live/use-live-notifications';
import { unreadQuery } from './queries';

const BellPanel = lazy(() => import('./bell-panel'));

/** After that the stream is not coming, and the count is asked for. */
const PATIENCE_MS = 5000;
const MOST = 99;

function useUnread(userId: string): number {
  useLiveNotifications(userId);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return useQuery({ ...unreadQuery, enabled: isLate }).data ?? 0;
}

/** In the header: how much is new, and the way there. On phones that is a page of its own. */
export default function Bell({ userId }: { userId: string }) {
  const unread = useUnread(userId);
  const isWide = useMatches('(min-width: 48em)');
  const shown = unread > MOST ? `${MOST}+` : String(unread);
  const label = text.bell(shown);
  const sign = (
    <span className={classes.bell}>
      <IconBell size={20} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {shown}
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
        <Part missing={<PartFailed />}>
          <BellPanel onClose={close} />
        </Part>
      )}
    </Popover>
  );
}
