import { useState, useSyncExternalStore } from 'react';
import type { CommentOrder } from '../../api/generated/model/commentOrder';
import { subscribeToNothing } from '../../lib/subscribe-to-nothing';

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
  const stored = useSyncExternalStore(subscribeToNothing, read, () => 'oldest' as const);
  const [chosen, setChosen] = useState<CommentOrder>();
  const choose = (order: CommentOrder) => {
    setChosen(order);
    try {
      localStorage.setItem(KEY, order);
    } catch {
      // The choice holds until the page is left.
    }
  };
  return { order: chosen ?? stored, choose };
}
