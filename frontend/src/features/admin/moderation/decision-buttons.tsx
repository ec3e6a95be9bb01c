import { IconCheck, IconX } from '@tabler/icons-react';
import { type Ref, useImperativeHandle } from 'react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import type { DecisionRequest } from './decision-dialog';
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
  /** Opens the dialog that asks for a note. */
  onAsk: (request: DecisionRequest) => void;
  onRemoved?: () => void;
  ref?: Ref<DecisionHandle>;
}

/** Approves at once; rejecting asks for a note first, and with it for a confirmation. */
export function DecisionButtons({ item, size, hasNote = false, onAsk, onRemoved, ref }: DecisionButtonsProps) {
  const decision = useDecision(item, { onDecided: onRemoved, onGone: onRemoved });
  const approve = () => {
    decision.mutate({ action: 'approve' });
  };
  const { user } = useSession();
  const canDecide = item.abilities.decide && !decision.isPending;
  useImperativeHandle(ref, () => ({
    approve: () => {
      if (canDecide) approve();
    },
    reject: () => {
      if (canDecide) onAsk({ item, action: 'reject' });
    },
  }));
  if (!item.abilities.decide) {
    const isOwn = item.reason === 'report' && item.author_id === user?.id;
    return <p className={classes.muted}>{isOwn ? text.ownContent : text.reviewersOnly}</p>;
  }
  const [approval, rejection] = [
    { ...item, action: 'approve' as const },
    { ...item, action: 'reject' as const },
  ];
  return (
    <div className={classes.buttons}>
      <Button
        size={size}
        icon={<IconCheck size={16} aria-hidden="true" />}
        aria-label={size === 'sm' ? text.decideNamed(approval) : undefined}
        isLoading={decision.isPending}
        onClick={approve}
      >
        {text.decide(approval)}
      </Button>
      <Button
        size={size}
        variant="default"
        icon={<IconX size={16} aria-hidden="true" />}
        aria-label={size === 'sm' ? text.decideNamed(rejection) : undefined}
        disabled={decision.isPending}
        onClick={() => {
          onAsk({ item, action: 'reject' });
        }}
      >
        {text.decide(rejection)}
      </Button>
      {hasNote && (
        <Button
          size={size}
          variant="subtle"
          onClick={() => {
            onAsk({ item, action: 'approve' });
          }}
        >
          {text.withNote(item.reason)}
        </Button>
      )}
    </div>
  );
}
