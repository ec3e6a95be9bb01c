import { lazy, type ReactNode, useState } from 'react';
import { countPagesBelow } from '../../api/generated/categories/categories';
import type { ChildrenAction } from '../../api/generated/model/childrenAction';
import type { ContentKind } from '../../api/generated/model/contentKind';
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
  type: ContentKind;
  id: string;
}

/** Without an answer the server keeps the pages below, so a failure asks nothing. */
async function countBelow({ type, id }: ParentItem): Promise<number> {
  try {
    return (await countPagesBelow(type, id)).count;
  } catch {
    return 0;
  }
}

type Answer = ChildrenAction | undefined;

/** Asks what happens to the pages below an item, where there are some. `dialog` is part of the screen. */
export function useChildrenQuestion(item: ParentItem) {
  const [request, setRequest] = useState<{
    question: ChildrenQuestion;
    count: number;
    answer: (answer: Answer) => void;
  }>();
  /** Resolves to `none` without pages below, and to undefined when it is cancelled. */
  const ask = async (question: ChildrenQuestion): Promise<Answer | 'none'> => {
    const count = await countBelow(item);
    if (count === 0) return 'none';
    return new Promise((resolve) => {
      setRequest({
        question,
        count,
        answer: (answer) => {
          setRequest(undefined);
          resolve(answer);
        },
      });
    });
  };
  const dialog = request && (
    <LazyBoundary>
      <ChildrenDialog question={request.question} count={request.count} onAnswer={request.answer} />
    </LazyBoundary>
  );
  return { ask, dialog };
}
