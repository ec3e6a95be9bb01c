/** The keys of unsent texts in this browser; they belong to a user. */
export const draftKeys = {
  reply: (userId: string, threadId: string): string => `forum/${userId}/reply/${threadId}`,
  edit: (userId: string, postId: string): string => `forum/${userId}/edit/${postId}`,
  thread: (userId: string, categoryId: string): string => `forum/${userId}/thread/${categoryId}`,
};
