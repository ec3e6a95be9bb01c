import type { Subject } from '../queries';

/** Everything that somebody typed about anything and has not sent. */
export const draftsOf = (userId: string): string => `comment/${userId}/`;

export const newCommentDraft = (userId: string, { kind, id }: Subject): string => `${draftsOf(userId)}${kind}/${id}`;

export const editDraft = (userId: string, commentId: string): string => `${draftsOf(userId)}edit/${commentId}`;
