/** Texts of the discussions on the pages of documents and videos, which are a part of every such page. */
export const discussions = {
  title: 'Threads',
  count: (count: string) => (count === '1' ? '1 thread' : `${count} threads`),
  loadFailed: 'The threads could not be loaded.',
  empty: {
    document: 'No threads about this document yet.',
    video: 'No threads about this video yet.',
  },
  all: (count: string) => `Show all ${count}`,
  lastPost: (name: string, date: string) => `Last post by ${name}, ${date}`,
  source: 'This document was created from a post in',
  discuss: 'Discuss this',
  discussFailed: 'The categories could not be loaded',
  tryAgain: 'Please try again.',
};
