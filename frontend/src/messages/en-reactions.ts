export const reactions = {
  label: 'Reactions',
  types: { LIKE: 'Like', HELPFUL: 'Helpful', CONFUSED: 'Confused', BOOKMARK: 'Bookmark' },
  signInTitle: 'Sign in to react',
  signInText: 'With an account you can react, keep bookmarks and comment.',
  failedTitle: 'Your reaction was not saved',
  bookmarkFailedTitle: 'Error updating bookmark',
  failed: 'Please try again.',
  signedOut: 'You were signed out. Sign in and try again.',
  notAllowed: 'Your role can’t react, but you can keep bookmarks.',
};
