import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import classes from './toasts.module.css';

export default function Toasts() {
  return <Notifications classNames={{ root: classes.root }} position="bottom-right" autoClose={5000} limit={3} />;
}
