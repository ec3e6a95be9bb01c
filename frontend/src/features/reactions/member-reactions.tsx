import { useEffect, useEffectEvent } from 'react';
import type { ReactionType } from '../../api/generated/model/reactionType';
import type { PendingReaction, useReactionQueue } from '../../shared/reactions/reaction-queue';
import { useCan } from '../../shared/session/session';
import { Tooltip } from '../../ui/tooltip';
import { setPressedReaction, usePressedReaction } from './pressed-reaction';
import { ReactionBar, type ReactionCounts } from './reaction-bar';

function applyPending<Type extends string>(
  own: readonly Type[],
  pending: readonly PendingReaction<Type>[],
): readonly Type[] {
  return pending.reduce(
    (types, { type, active }) => (active ? [...types, type] : types.filter((each) => each !== type)),
    own,
  );
}

interface MemberReactionsProps<Type extends ReactionType> {
  label?: string;
  counts: ReactionCounts<Type>;
  /** The user's own reactions on the server; absent while they load. */
  own: readonly Type[] | undefined;
  queue: ReturnType<typeof useReactionQueue<Type>>;
  /** The id of what is reacted to. */
  subject: string;
  /** Whether others react here, whatever the role of the user. */
  isReadOnly?: boolean;
  /** The message for users who cannot react, and the type that they can use nevertheless. */
  notAllowed: { text: string; except?: ReactionType };
}

/** The user's own reactions, updated optimistically and rolled back on errors. */
export function MemberReactions<Type extends ReactionType>({
  label,
  counts,
  own: loaded,
  queue: { pendingReactions, react },
  subject,
  isReadOnly = false,
  notAllowed,
}: MemberReactionsProps<Type>) {
  const canReact = useCan('reactions.create') && !isReadOnly;
  const own = loaded ?? [];
  const displayed = applyPending(own, pendingReactions);
  const getChange = (type: Type) => Number(displayed.includes(type)) - Number(own.includes(type));
  const types = Object.keys(counts) as Type[];
  const pressed = usePressedReaction(subject);
  const reactAsPressed = useEffectEvent((pressedType: ReactionType) => {
    setPressedReaction(undefined);
    const type = types.find((each) => each === pressedType);
    if (type === undefined || own.includes(type) || !(canReact || type === notAllowed.except)) return;
    react({ type, active: true });
  });
  const isLoaded = Boolean(loaded);
  useEffect(() => {
    if (pressed !== undefined && isLoaded) reactAsPressed(pressed);
  }, [pressed, isLoaded]);
  return (
    <ReactionBar
      label={label}
      counts={Object.fromEntries(types.map((type) => [type, counts[type] + getChange(type)])) as ReactionCounts<Type>}
      active={displayed}
      isDisabled={!loaded}
      renderExplained={(type, button) =>
        canReact || type === notAllowed.except ? button() : <Tooltip text={notAllowed.text}>{button}</Tooltip>
      }
      onPress={(type) => {
        react({ type, active: !displayed.includes(type) });
      }}
    />
  );
}
