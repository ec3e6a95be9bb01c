export const notices = {
  title: 'Notifications',
  bell: (unread: string) => (unread === '0' ? 'Notifications' : `Notifications, ${unread} unread`),
  readAll: 'Mark all as read',
  all: 'All notifications',
  unread: 'Unread',
  emptyTitle: 'Nothing new',
  emptyText: 'Replies, reviews and other news for you appear here.',
  loadFailed: 'Your notifications could not be loaded.',
  readFailedTitle: 'Not marked as read',
  readFailed: 'Please try again.',
  settings: 'Notification settings',
};
