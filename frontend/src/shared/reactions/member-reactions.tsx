import type { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { reactions as text } from '../../messages/en-reactions';
import { Tooltip } from '../../ui/tooltip';
import { useCan } from '../session/session';
import { ReactionBar, type Counts } from './reaction-bar';
import { useReactions } from './use-reactions';

const TYPES = Object.values(ReactionType);

/** One's own reactions, which turn at once and are turned back when the server refuses. */
export default function MemberReactions({ kind, id, counts }: { kind: ContentKind; id: string; counts: Counts }) {
  const mayReact = useCan('reactions.create');
  const { own, shown, isKnown, turn } = useReactions(kind, id);
  const withMine = (type: ReactionType) => counts[type] + Number(shown.includes(type)) - Number(own.includes(type));
  return (
    <ReactionBar
      counts={Object.fromEntries(TYPES.map((type) => [type, withMine(type)])) as Counts}
      active={shown}
      isDisabled={() => !isKnown}
      explain={(type, button) =>
        mayReact || type === ReactionType.BOOKMARK ? button() : <Tooltip text={text.notAllowed}>{button}</Tooltip>
      }
      onPress={turn}
    />
  );
}
