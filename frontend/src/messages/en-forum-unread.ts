/** Texts of marking threads as read, apart from those of guests. */
export const forumUnread = {
  markAll: 'Mark all as read',
  marked: 'All threads are marked as read',
  failedTitle: 'The threads were not marked as read',
  failed: 'Please try again.',
};
