import { lazy, type ReactNode, useState } from 'react';
import { listTreeLevel } from '../../api/generated/categories/categories';
import type { ChildrenAction } from '../../api/generated/model/childrenAction';
import { LazyBoundary } from '../../ui/lazy';

const ChildrenDialog = lazy(() => import('./children-dialog'));

export interface ChildrenQuestion {
  title: ReactNode;
  text: ReactNode;
  /** What happens to the pages below, in the words of the action. */
  keep: string;
  include: string;
  confirmLabel: string;
  isDestructive?: boolean;
}

interface ParentItem {
  id: string;
  categoryId: string | undefined;
}

/** Without an answer the server keeps the pages below, so a failure asks nothing. */
async function hasChildren({ id, categoryId }: ParentItem): Promise<boolean> {
  if (categoryId === undefined) return false;
  try {
    return (await listTreeLevel(categoryId, { parent_id: id, limit: 1 })).items.length > 0;
  } catch {
    return false;
  }
}

type Answer = ChildrenAction | undefined;

/** Asks what happens to the pages below an item, where there are some. `dialog` is part of the screen. */
export function useChildrenQuestion(item: ParentItem) {
  const [request, setRequest] = useState<{ question: ChildrenQuestion; answer: (answer: Answer) => void }>();
  /** Resolves to `none` without pages below, and to undefined when it is cancelled. */
  const ask = async (question: ChildrenQuestion): Promise<Answer | 'none'> => {
    if (!(await hasChildren(item))) return 'none';
    return new Promise((resolve) => {
      setRequest({
        question,
        answer: (answer) => {
          setRequest(undefined);
          resolve(answer);
        },
      });
    });
  };
  const dialog = request && (
    <LazyBoundary>
      <ChildrenDialog question={request.question} onAnswer={request.answer} />
    </LazyBoundary>
  );
  return { ask, dialog };
}
