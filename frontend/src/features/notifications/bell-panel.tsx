import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notices as text } from '../../messages/en-notifications';
import { Button } from '../../ui/button';
import classes from './bell.module.css';
import { NotificationList } from './list/notification-list';
import { unreadQuery } from './queries';
import { useRead } from './use-read';

/** What the bell opens. */
export default function BellPanel({ onClose }: { onClose: () => void }) {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { readAll } = useRead();
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{text.title}</h2>
        <Button look="quiet" size="sm" disabled={unread === 0} onClick={readAll}>
          {text.readAll}
        </Button>
      </div>
      <div className={classes.body}>
        <NotificationList brief onOpen={onClose} />
      </div>
      <div className={classes.foot}>
        <Link to="/notifications" onClick={onClose}>
          {text.all}
        </Link>
      </div>
    </>
  );
}
