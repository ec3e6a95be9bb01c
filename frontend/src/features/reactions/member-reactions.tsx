import { useQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { reactions as text } from '../../messages/en-engagement';
import { useCan } from '../../shared/session/session';
import { Tooltip } from '../../ui/tooltip';
import { ownReactionsQuery, type PendingReaction, useReactionMutation } from './queries';
import { ReactionBar, type ReactionCounts } from './reaction-bar';

const NONE: readonly ReactionType[] = [];

function applyPending(own: readonly ReactionType[], pending: readonly PendingReaction[]): readonly ReactionType[] {
  return pending.reduce(
    (types, { type, active }) => (active ? [...types, type] : types.filter((each) => each !== type)),
    own,
  );
}

/** The user's own reactions to an item, including optimistic changes. */
function useReactions(kind: ContentKind, id: string) {
  const { data, isPending } = useQuery(ownReactionsQuery(kind, id));
  const { pendingReactions, react } = useReactionMutation({ kind, id });
  const own = data?.reactions ?? NONE;
  const displayed = applyPending(own, pendingReactions);
  return {
    /** The server's state. */
    own,
    /** The state including pending changes. */
    displayed,
    isLoaded: !isPending,
    toggle: (type: ReactionType) => {
      react({ type, active: !displayed.includes(type) });
    },
  };
}

const TYPES = Object.values(ReactionType);

/** The user's own reactions, updated optimistically and rolled back on errors. */
export default function MemberReactions({
  kind,
  id,
  counts,
}: {
  kind: ContentKind;
  id: string;
  counts: ReactionCounts;
}) {
  const canReact = useCan('reactions.create');
  const { own, displayed, isLoaded, toggle } = useReactions(kind, id);
  const getCount = (type: ReactionType) => counts[type] + Number(displayed.includes(type)) - Number(own.includes(type));
  return (
    <ReactionBar
      counts={Object.fromEntries(TYPES.map((type) => [type, getCount(type)])) as ReactionCounts}
      active={displayed}
      isDisabled={() => !isLoaded}
      renderExplained={(type, button) =>
        canReact || type === ReactionType.BOOKMARK ? button() : <Tooltip text={text.notAllowed}>{button}</Tooltip>
      }
      onPress={toggle}
    />
  );
}
