export { NotificationsModule } from './notifications.module.js';
export { NotificationsFacade } from './notifications.facade.js';
export type { News } from './sending/notifier.js';
