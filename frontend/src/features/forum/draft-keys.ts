/** The keys of unsent texts in this browser; they belong to a user. */
export const draftKeys = {
  reply: (userId: string, threadId: string): string => `forum/${userId}/reply/${threadId}`,
  edit: (userId: string, postId: string): string => `forum/${userId}/edit/${postId}`,
  /** A thread about a document or video, whatever its category. */
  aboutItem: (userId: string, itemId: string): string => `forum/${userId}/about/${itemId}`,
  /** Where the user last started such a thread. */
  lastCategory: (userId: string): string => `forum/${userId}/last-category`,
  thread: (userId: string, categoryId: string): string => `forum/${userId}/thread/${categoryId}`,
};
