import { IconCheck, IconX } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { QueueAction } from '../../../api/generated/model/queueAction';
import { moderationQueue as text } from '../../../messages/en-admin-moderation';
import { Button } from '../../../ui/button';
import { DecisionDialog } from './decision-dialog';
import { useDecision } from './use-decision';
import classes from './moderation.module.css';

/** For keyboard shortcuts; they do nothing where the buttons are not shown, or a decision is being sent. */
export interface DecisionHandle {
  approve: () => void;
  /** Opens the dialog that asks for a note. */
  reject: () => void;
}

interface DecisionButtonsProps {
  item: ModerationItemResponse;
  size?: 'sm' | 'md';
  /** Offers approval with a note; the dashboard has no room for it. */
  hasNote?: boolean;
  onRemoved?: () => void;
  ref?: Ref<DecisionHandle>;
}

/** Approves at once; rejecting asks for a note first, and with it for a confirmation. */
export function DecisionButtons({ item, size, hasNote = false, onRemoved, ref }: DecisionButtonsProps) {
  const [asking, setAsking] = useState<QueueAction>();
  const decision = useDecision(item, onRemoved);
  const approve = () => {
    decision.mutate({ action: 'approve' });
  };
  const canDecide = item.abilities.decide && !decision.isPending;
  useImperativeHandle(ref, () => ({
    approve: () => {
      if (canDecide) approve();
    },
    reject: () => {
      if (canDecide) setAsking('reject');
    },
  }));
  if (!item.abilities.decide) return <p className={classes.muted}>{text.reviewersOnly}</p>;
  return (
    <div className={classes.buttons}>
      <Button
        size={size}
        icon={<IconCheck size={16} aria-hidden="true" />}
        aria-label={size === 'sm' ? text.approveNamed(item.title) : undefined}
        isLoading={decision.isPending && !asking}
        onClick={approve}
      >
        {text.approve}
      </Button>
      <Button
        size={size}
        variant="default"
        icon={<IconX size={16} aria-hidden="true" />}
        aria-label={size === 'sm' ? text.rejectNamed(item.title) : undefined}
        disabled={decision.isPending && !asking}
        onClick={() => {
          setAsking('reject');
        }}
      >
        {text.reject}
      </Button>
      {hasNote && (
        <Button
          size={size}
          variant="subtle"
          onClick={() => {
            setAsking('approve');
          }}
        >
          {text.approveWithNote}
        </Button>
      )}
      {asking && (
        <DecisionDialog
          item={item}
          action={asking}
          isPending={decision.isPending}
          onDecide={(note) => {
            decision.mutate({ action: asking, note });
          }}
          onClose={() => {
            setAsking(undefined);
          }}
        />
      )}
    </div>
  );
}
