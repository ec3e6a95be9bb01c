/** Texts that link threads with documents and videos. */
export const forumLinks = {
  about: (title: string) => `About: ${title}`,
  at: (time: string) => `at ${time}`,
  playAt: (title: string, time: string) => `Play “${title}” at ${time}`,
  removeAbout: (title: string) => `Don’t link “${title}”`,
  aboutMissing: 'The document or video of this link is not available, so it won’t be linked.',
  aboutFailed: 'The title of the linked document or video could not be loaded. Your thread will still be linked.',
  discuss: {
    lead: (title: string) => `Choose where your thread about “${title}” belongs.`,
    category: 'Category',
    choose: 'Choose a category',
    required: 'Please choose a category.',
    next: 'Continue',
    noCategoriesTitle: 'No categories yet',
    noCategories: 'Threads can be started once an administrator has created a category.',
    createCategories: 'Threads need a category. You can start with the default ones and change them later.',
    createDefaults: 'Create default categories',
  },
  post: {
    makeDocument: 'Turn into a document',
    created: 'Draft created from this post',
    existing: 'This post already has a draft',
    failed: 'The document was not created',
    became: 'Document:',
  },
};
