/** Texts shared by lists of content. */
export const listTexts = {
  moreFailed: 'More could not be loaded.',
  missingCategory: 'Deleted category',
  missingCategoryTitle: 'This category no longer exists',
  missingCategoryText: 'It was deleted; its content may have moved to another category.',
  allCategories: 'Show all categories',
};
