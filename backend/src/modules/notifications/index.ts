export { notificationsTables } from './notifications.tables.js';
export { NotificationsModule } from './notifications.module.js';
export { NotificationsFacade } from './notifications.facade.js';
export { isolated, type NotificationInput } from './sending/notification-store.js';
