import { useState } from 'react';
import type { CommentOrder } from '../../api/generated/model/commentOrder';

const KEY = 'comment_order';

/** Browsers may refuse storage; then the choice is lost with the page. */
function read(): CommentOrder {
  try {
    return localStorage.getItem(KEY) === 'newest' ? 'newest' : 'oldest';
  } catch {
    return 'oldest';
  }
}

/** The order of comments: that of reading, or the newest first where the reader has chosen so in this browser. */
export function useCommentOrder() {
  const [order, setOrder] = useState(read);
  const choose = (chosen: CommentOrder) => {
    setOrder(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // The choice holds until the page is left.
    }
  };
  return { order, choose };
}
