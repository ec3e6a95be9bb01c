import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notices as text } from '../../messages/en-notifications';
import { Button } from '../../ui/button';
import { NotificationList } from './notification-list';
import { unreadQuery, useMarkRead } from './queries';
import classes from './notifications.module.css';

/** The popover of the bell. */
export default function BellPanel({ onClose }: { onClose: () => void }) {
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
