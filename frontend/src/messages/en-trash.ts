const retention = (days: number) =>
  `You can restore it for ${days === 1 ? 'one day' : `${days} days`}, then it’s deleted for good.`;

export const trashTexts = {
  title: 'Trash',
  lead: (days: number) => `What you deleted. ${retention(days)}`,
  leadAll: (days: number) => `What anyone deleted. ${retention(days)}`,
  item: 'Item',
  deletedAt: 'Deleted',
  deletedBy: 'Deleted by',
  purgeAt: 'Kept until',
  types: { document: 'Document', video: 'Video', thread: 'Thread', post: 'Post', comment: 'Comment' },
  restore: 'Restore',
  restoreNamed: (title: string) => `Restore “${title}”`,
  restoreFailed: 'The item was not restored',
  undo: 'Undo',
  open: 'Open',
  purge: 'Delete permanently',
  purgeNamed: (title: string) => `Delete permanently: “${title}”`,
  purgeTitle: 'Delete permanently?',
  purgeText: (title: string) => `“${title}” and all that belongs to it will be gone for good.`,
  purgeFailed: 'The item was not deleted',
  tryAgain: 'Please try again.',
  empty: 'The trash is empty',
  emptyText: 'What you delete appears here and can be restored.',
  emptyAllText: 'What anyone deletes appears here and can be restored.',
  loadFailed: 'The trash could not be loaded.',
};
