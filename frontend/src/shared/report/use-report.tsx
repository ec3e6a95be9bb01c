import { lazy, type ReactNode, useState } from 'react';
import type { ReportedType } from '../../api/generated/model/reportedType';
import { messages } from '../../messages/common';
import { report as text } from '../../messages/report';
import { alert } from '../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../ui/lazy';
import { useSession } from '../session/session';
import { markReported, useIsReported } from './reported-items';

const loadDialog = () => import('./report-dialog');
const ReportDialog = lazy(loadDialog);

export interface Reported {
  type: ReportedType;
  id: string;
  authorId: string;
  /** Tells the items of a page apart: the author of a comment, the number of a post. */
  name?: string;
}

interface Report {
  /** The label of a button, which names the item. */
  label: string;
  /** Whether the user has reported the item in this visit. */
  isReported: boolean;
  open: () => Promise<void>;
  /** Has to be rendered where the report is offered. */
  dialog: ReactNode;
}

/** The report of what another user has written; undefined for its author and for guests. */
export function useReport({ type, id, authorId, name = '' }: Reported): Report | undefined {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const key = { userId: user?.id ?? '', type, itemId: id };
  const isReported = useIsReported(key);
  if (!user || user.id === authorId) return undefined;
  const named = text.items[type];
  const item = typeof named === 'string' ? named : named(name);
  const title = text.named(item);
  return {
    label: isReported ? text.reportedNamed(item) : title,
    isReported,
    open: async () => {
      try {
        await loadDialog();
        setOpen(true);
      } catch {
        void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
      }
    },
    dialog: isOpen && (
      <LazyBoundary>
        <ReportDialog
          type={type}
          id={id}
          title={title}
          onReported={() => {
            markReported(key);
          }}
          onClose={() => {
            setOpen(false);
          }}
        />
      </LazyBoundary>
    ),
  };
}
