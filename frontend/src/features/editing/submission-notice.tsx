import type { ReactNode } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { review as text } from '../../messages/review';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { toast } from '../../ui/toast/toast';
import classes from './review.module.css';

interface WaitingProps {
  /** Who can see it, and what comes next. */
  lead: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

function Waiting({ lead, actions, children }: WaitingProps) {
  return (
    <section aria-label={messages.status.IN_REVIEW} className={classes.notice} data-tone="amber">
      <div className={classes.row}>
        <div className={classes.noticeText}>
          <p className={classes.description}>{text.waits}</p>
          <p>{lead}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface SubmissionNoticeProps {
  submitterName: string;
  decision: ReactNode;
  /** In a further round: the last review. */
  children?: ReactNode;
}

/** An item that waits, for those who decide. */
export function SubmissionNotice({ submitterName, decision, children }: SubmissionNoticeProps) {
  return (
    <Waiting lead={isolate(text.submittedBy, submitterName)} actions={decision}>
      {children}
    </Waiting>
  );
}

interface OwnSubmissionProps<Item> {
  item: { id: string };
  kind: ContentKind;
  withdraw: () => Promise<Item>;
  onWithdrawn: (item: Item) => Promise<void>;
  /** Called when a reviewer may have decided meanwhile. */
  onFailed: () => Promise<void>;
}

/** The author's own item while it waits. */
export function OwnSubmission<Item>({ item, kind, withdraw, onWithdrawn, onFailed }: OwnSubmissionProps<Item>) {
  const withdrawal = useActionMutation({
    mutationFn: withdraw,
    onSuccess: async (changed) => {
      toast(text.withdraw.done[kind], { subject: item.id });
      await onWithdrawn(changed);
    },
    onError: async (error) => {
      void alert({ title: text.withdraw.failedTitle[kind], text: getErrorText(error, text.failed) });
      await onFailed();
    },
  });
  return (
    <Waiting
      lead={text.ownWaits}
      actions={
        <Button
          variant="default"
          isLoading={withdrawal.isPending}
          onClick={() => {
            withdrawal.mutate();
          }}
        >
          {text.withdraw.action}
        </Button>
      }
    />
  );
}
