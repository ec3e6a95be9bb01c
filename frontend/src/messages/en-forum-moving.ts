/** Texts of splitting and merging threads, for moderators. */
export const forumMoving = {
  split: {
    menu: 'Move posts to a new thread…',
    bar: 'Move posts to a new thread',
    hint: 'Select the posts to move, on any page.',
    selected: (count: number) => (count === 1 ? '1 post selected' : `${count} posts selected`),
    select: (number: number) => `Select post ${number}`,
    open: 'Move…',
    title: 'Move posts to a new thread',
    text: (count: number, first: number) =>
      count === 1
        ? `Post #${first} becomes the Original Post of a new thread. A note with a link stays in its place.`
        : `${count} posts move to a new thread in their order; #${first} becomes its Original Post. ` +
          'Notes with links stay in their places.',
    threadTitle: 'Title of the new thread',
    category: 'Category',
    submit: 'Move posts',
    failed: 'The posts were not moved. Please try again.',
    done: (count: number) => (count === 1 ? '1 post moved' : `${count} posts moved`),
    tooMany: 'You can move at most 1,000 posts at once.',
  },
  merge: {
    menu: 'Merge with another thread…',
    title: 'Merge thread',
    text: (title: string, count: number) =>
      `${count === 1 ? 'The post' : `All ${count} posts`} of “${title}” will be added to the end of the thread you ` +
      'choose. This thread then disappears from lists, and its links lead to the other one. This cannot be undone.',
    field: 'Title or address of the other thread',
    required: 'Please choose a thread.',
    results: 'Threads',
    searching: 'Searching…',
    none: 'No thread found.',
    searchFailed: 'The threads could not be searched.',
    itself: 'A thread cannot be merged into itself.',
    submit: 'Merge threads',
    failed: 'The threads were not merged. Please try again.',
    done: 'Threads merged',
  },
};
