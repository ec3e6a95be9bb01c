/** Texts of reactions that only signed-in users need. */
export const reacting = {
  bookmarkFailedTitle: 'Error updating bookmark',
  notAllowed: 'Your role can’t react, but you can keep bookmarks.',
};
