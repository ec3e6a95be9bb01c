/** Texts of the reactions to documents and videos. */
export const reactions = {
  label: 'Reactions',
  types: { LIKE: 'Like', HELPFUL: 'Helpful', CONFUSED: 'Confused', BOOKMARK: 'Bookmark' },
  signInTitle: 'Sign in to react',
  signInText: 'With an account you can say what helped you, keep bookmarks and comment.',
  failedTitle: 'Your reaction was not saved',
  bookmarkFailedTitle: 'Error updating bookmark',
  failed: 'Please try again.',
  signedOut: 'You were signed out. Sign in again, then press it once more.',
  notAllowed: 'Your role may read reactions, but not react. Bookmarks are for everybody.',
};
