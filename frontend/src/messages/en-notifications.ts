/** Texts of the bell. */
export const notices = {
  title: 'Notifications',
  bell: (unread: string) => (unread === '0' ? 'Notifications' : `Notifications, ${unread} unread`),
  readAll: 'Mark all as read',
  all: 'All notifications',
  unread: 'Unread',
  emptyTitle: 'Nothing new',
  emptyText: 'When something concerns you, such as an answer or a review, you find it here.',
  loadFailed: 'Your notifications could not be loaded.',
  readFailedTitle: 'Not marked as read',
  readFailed: 'Please try again.',
  settings: 'Choose what you are told of',
};
