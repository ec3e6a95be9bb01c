/** Texts of the list of documents. */
export const documentsList = {
  title: 'Documents',
  create: 'New document',
  count: (count: number, capped: boolean) => (count === 1 ? '1 document' : `${count}${capped ? '+' : ''} documents`),
  emptyTitle: 'No documents yet',
  emptyText: 'Documents hold what your team wants to find again: guides, decisions, answers.',
  noMatchTitle: 'No documents match',
  createFirst: 'Write the first one',
  loadFailed: 'The documents could not be loaded.',
};
