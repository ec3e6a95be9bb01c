/** Texts of the bookmarks. */
export const bookmarks = {
  title: 'My Bookmarks',
  lead: 'What you want to find again, the latest first.',
  filter: 'Show',
  types: { all: 'All', document: 'Documents', video: 'Videos' },
  bookmarked: (date: string) => `Bookmarked ${date}`,
  removed: 'Bookmark removed',
  remove: (title: string) => `Remove the bookmark of ${title}`,
  restore: (title: string) => `Bookmark ${title} again`,
  emptyTitle: 'No bookmarks yet',
  emptyText: 'Press Bookmark below a document, and you find it here again.',
  noneTitle: { document: 'No bookmarked documents', video: 'No bookmarked videos' },
  noneText: 'Your other bookmarks are under All.',
  browse: 'Browse documents',
  showAll: 'Show all',
  results: 'Bookmarks',
  loadFailed: 'Your bookmarks could not be loaded.',
};
