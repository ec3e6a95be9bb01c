export { NotificationsModule, notificationsTables } from './notifications.module.js';
export { NotificationsFacade } from './notifications.facade.js';
export { isolated, type NotificationInput } from './sending/notification-store.js';
