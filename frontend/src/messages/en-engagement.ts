export const reactions = {
  label: 'Reactions',
  types: { LIKE: 'Like', HELPFUL: 'Helpful', CONFUSED: 'Confused', BOOKMARK: 'Bookmark' },
  failedTitle: 'Your reaction was not saved',
  failed: 'Please try again.',
};

/** Texts of the comment list. */
export const comments = {
  title: 'Comments',
  count: (count: string) => `${count} ${count === '1' ? 'comment' : 'comments'}`,
  of: (name: string) => `Comment by ${name}`,
  linkTo: (date: string) => `${date}, link to this comment`,
  edited: (date: string) => `Edited ${date}`,
  editedShort: 'edited',
  editedByModerator: 'edited by a moderator',
  hidden: 'Hidden, visible only to its author and moderators',
  newer: 'Newer comments',
  older: 'Older comments',
  empty: 'No comments yet.',
  emptyForMembers: 'No comments yet. Ask a question or say thanks.',
  guest: 'to comment, react and keep bookmarks.',
  missing: 'The linked comment was deleted or is not visible to you.',
  moreFailed: 'More comments could not be loaded. Please try again.',
  loadFailed: 'The comments could not be loaded.',
};
