import { lazy, type RefObject, useEffect, useState } from 'react';
import { LazyBoundary } from '../../../ui/lazy';
import type { Subject } from '../queries';
import { useLinkedPassage } from '../use-linked-comment';

const PassageLayer = lazy(() => import('./passage-layer'));

interface PassagesSlotProps {
  subject: Subject;
  /** What contains the rendered text. */
  content: RefObject<HTMLElement | null>;
  hasOpenPassages: boolean;
  canComment: boolean;
  /** Of the text in review, whose comments only its author and reviewers see. */
  revisionId?: string | undefined;
}

/** Loads the comments on passages of a text when there are some, or when the reader selects a part of it. */
export function PassagesSlot({ hasOpenPassages, canComment, content, ...props }: PassagesSlotProps) {
  const linked = useLinkedPassage();
  const [hasSelected, setSelected] = useState(false);
  useEffect(() => {
    if (!canComment || hasSelected) return;
    const notice = () => {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && content.current?.contains(selection.anchorNode)) setSelected(true);
    };
    // The reader may have selected something while this was loading.
    const frame = requestAnimationFrame(notice);
    document.addEventListener('selectionchange', notice);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', notice);
    };
  }, [canComment, hasSelected, content]);
  if (!hasOpenPassages && !hasSelected && !linked) return null;
  return (
    // Without them the text reads as well.
    <LazyBoundary>
      <PassageLayer {...props} content={content} canComment={canComment} />
    </LazyBoundary>
  );
}
