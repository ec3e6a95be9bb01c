/** Texts that lists of content have in common. */
export const listTexts = {
  moreFailed: 'More could not be loaded. What is here stays.',
  goneCategory: 'Deleted category',
  goneCategoryTitle: 'This category no longer exists',
  goneCategoryText: 'It has been deleted, and what was in it may have moved to another one.',
  allCategories: 'Look in all categories',
};
