import { createContext, useContext } from 'react';
import { getCommentAnchor } from './use-linked-comment';

/** The beginning of the ids of elements in which comments are shown a second time; none in the list of the page. */
export const CommentIds = createContext('');

/** The id of the element that shows a comment here. */
export function useCommentElementId(): (commentId: string) => string {
  const prefix = useContext(CommentIds);
  return (commentId) => prefix + getCommentAnchor(commentId);
}
