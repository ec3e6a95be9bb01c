/** Texts of the comments, as everybody reads them. */
export const comments = {
  title: 'Comments',
  count: (count: string) => `${count} ${count === '1' ? 'comment' : 'comments'}`,
  of: (name: string) => `Comment by ${name}`,
  linkTo: (date: string) => `${date}, link to this comment`,
  edited: (date: string) => `Edited ${date}`,
  editedShort: 'edited',
  editedByModerator: 'edited by a moderator',
  hidden: 'Hidden, seen only by its author and moderators',
  newer: 'Newer comments',
  older: 'Older comments',
  empty: 'Nobody has said anything yet.',
  emptyForMembers: 'Nobody has said anything yet. A question or a word of thanks is a good beginning.',
  guest: 'to comment, react and keep bookmarks.',
  missing: 'The comment you came for has been deleted, or is not visible to you.',
  moreFailed: 'More comments could not be loaded. Please try again.',
  loadFailed: 'The comments could not be loaded.',
};
