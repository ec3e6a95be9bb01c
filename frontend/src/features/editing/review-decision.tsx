import { lazy, Suspense, useState } from 'react';
import type { ReviewAction } from '../../api/generated/model/reviewAction';
import { getErrorText, hasStatus } from '../../api/problem';
import { review as text } from '../../messages/review';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import classes from './review.module.css';

const RequestChangesDialog = lazy(() => import('./request-changes-dialog'));

export interface Decision {
  action: ReviewAction;
  note?: string;
}

interface ReviewDecisionProps<Item> {
  item: { id: string; title: string };
  /** Sends a decision about what is on the screen: the server rejects it if that has changed meanwhile. */
  decide: (decision: Decision) => Promise<Item>;
  onDecided: (item: Item) => Promise<void>;
  /** Called when another reviewer may have decided meanwhile, or the author may have saved. */
  onFailed: () => Promise<void>;
}

/** Approves what waits for review, or sends it back with a note. */
export function ReviewDecision<Item>({ item, decide, onDecided, onFailed }: ReviewDecisionProps<Item>) {
  const [isAsking, setAsking] = useState(false);
  const showDecision = async (changed: Item, doneText: string) => {
    toast(doneText, { subject: item.id });
    await onDecided(changed);
  };
  const showError = async (error: unknown) => {
    void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    await onFailed();
  };
  const approval = useActionMutation({
    mutationFn: () => decide({ action: 'approve' }),
    onSuccess: (changed) => showDecision(changed, text.approved),
    onError: showError,
  });
  const requestChanges = async (note: string) => {
    try {
      await showDecision(await decide({ action: 'request_changes', note }), text.requestSent);
    } catch (error) {
      if (hasStatus(error, 409)) void showError(error);
      throw error;
    }
  };

  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        disabled={approval.isPending}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.requestChanges}
      </Button>
      <Button
        isLoading={approval.isPending}
        onClick={() => {
          approval.mutate();
        }}
      >
        {text.approve}
      </Button>
      {isAsking && (
        <Suspense>
          <RequestChangesDialog
            item={item}
            onClose={() => {
              setAsking(false);
            }}
            submit={requestChanges}
          />
        </Suspense>
      )}
    </div>
  );
}
