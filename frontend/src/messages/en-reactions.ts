/** Texts of the reactions to documents and videos. */
export const reactions = {
  label: 'Reactions',
  types: { LIKE: 'Like', HELPFUL: 'Helpful', CONFUSED: 'Confused', BOOKMARK: 'Bookmark' },
  signInTitle: 'Sign in to react',
  signInText: 'With an account you can say what helped you, keep bookmarks and comment.',
  failedTitle: 'Your reaction was not saved',
  bookmarkFailedTitle: 'Error updating bookmark',
  failed: 'Please try again.',
};
