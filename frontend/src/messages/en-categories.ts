/** Texts of the pages of categories and of the links to them. */
export const categoryTexts = {
  below: (parent: string) => `In ${parent}`,
  itemCount: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  search: 'Search in this category',
  subcategories: 'Subcategories',
  documents: 'Documents',
  videos: 'Videos',
  allDocuments: (count: string) => `All documents (${count})`,
  allVideos: (count: string) => `All videos (${count})`,
  write: 'Write a document',
  ask: 'Ask the community',
  emptyTitle: 'Nothing in this category yet',
  emptyText: 'Documents and videos appear here as soon as they are published.',
  emptyForAuthors: 'Write the first document, or ask the community.',
  home: 'Back to Home',
};
