import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../lib/page';
import { notices as text } from '../../messages/notifications';
import { Button, IconLink } from '../../ui/button';
import { PageHeading } from '../../ui/page-heading';
import { NotificationList } from './notification-list';
import { unreadQuery, useMarkRead } from './queries';
import classes from './notifications.module.css';

export function NotificationsScreen() {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { readAll } = useMarkRead();
  usePageTitle(text.title);
  return (
    <div className={classes.screen}>
      <PageHeading title={text.title}>
        <Button variant="default" disabled={unread === 0} onClick={readAll}>
          {text.readAll}
        </Button>
        <IconLink to="/user/profile" search={{ tab: 'notifications' }} isFramed aria-label={text.settings}>
          <IconSettings size={18} aria-hidden="true" />
        </IconLink>
      </PageHeading>
      <div className={classes.frame}>
        <NotificationList />
      </div>
    </div>
  );
}
