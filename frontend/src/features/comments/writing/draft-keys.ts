import type { Subject } from '../queries';

/** The key prefix of all unsent comments of a user. */
export const getDraftPrefix = (userId: string): string => `comment/${userId}/`;

export const getNewCommentDraftKey = (userId: string, { kind, id }: Subject): string =>
  `${getDraftPrefix(userId)}${kind}/${id}`;

export const getEditDraftKey = (userId: string, commentId: string): string =>
  `${getDraftPrefix(userId)}edit/${commentId}`;
