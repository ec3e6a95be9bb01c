import { IconFlag } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { ReportedType } from '../../api/generated/model/reportedType';
import { messages } from '../../messages/en';
import { report as text } from '../../messages/en-report';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../ui/lazy';
import { useSession } from '../session/session';

const loadDialog = () => import('./report-dialog');
const ReportDialog = lazy(loadDialog);

interface ReportButtonProps {
  type: ReportedType;
  id: string;
  authorId: string;
  /** Tells the buttons of a page apart: the author of a comment, the number of a post. */
  name?: string;
  variant?: 'default' | 'subtle';
  size?: 'sm' | 'md';
}

/** Reports what another user has written; absent for its author and for guests. */
export function ReportButton({ type, id, authorId, name = '', variant = 'subtle', size = 'sm' }: ReportButtonProps) {
  const title = text.named[type](name);
  // The other actions of comments and posts have no icons.
  const isOfPage = type !== 'comment' && type !== 'post';
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!user || user.id === authorId) return null;
  const open = async () => {
    try {
      await loadDialog();
      setOpen(true);
    } catch {
      void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
    }
  };
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={isOfPage && <IconFlag size={16} aria-hidden="true" />}
        aria-label={title}
        onClick={() => void open()}
      >
        {text.button}
      </Button>
      {isOpen && (
        <LazyBoundary>
          <ReportDialog
            type={type}
            id={id}
            title={title}
            onClose={() => {
              setOpen(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
