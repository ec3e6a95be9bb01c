import type { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { reactions as text } from '../../messages/en-reactions';
import { Tooltip } from '../../ui/tooltip';
import { useCan } from '../../shared/session/session';
import { ReactionBar, type ReactionCounts } from './reaction-bar';
import { useReactions } from './use-reactions';

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
