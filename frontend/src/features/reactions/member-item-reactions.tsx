import { useQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { reacting } from '../../messages/reacting';
import { useCan } from '../../shared/session/session';
import { ReportButton } from '../../shared/report/report-button';
import type { ReactableContent } from './item-reactions';
import { MemberReactions } from './member-reactions';
import { ownReactionsQuery, useReactionMutation } from './queries';
import type { ReactionCounts } from './reaction-bar';
import classes from './member-item-reactions.module.css';

interface MemberItemReactionsProps {
  kind: ContentKind;
  content: ReactableContent;
  counts: ReactionCounts;
}

/** The reactions of a signed-in user to a document or video, and the button that reports it. */
export default function MemberItemReactions({ kind, content, counts }: MemberItemReactionsProps) {
  const { id, author_id, abilities } = content;
  const isReadOnly = useCan('reactions.create') && abilities?.react === false;
  const { data } = useQuery(ownReactionsQuery(kind, id));
  const queue = useReactionMutation({ kind, id });
  return (
    <div className={classes.reactions}>
      <MemberReactions
        counts={counts}
        own={data?.reactions}
        queue={queue}
        subject={id}
        isReadOnly={isReadOnly}
        notAllowed={{ text: isReadOnly ? reacting.readOnly : reacting.notAllowed, except: 'BOOKMARK' }}
      />
      <div className={classes.report}>
        <ReportButton type={kind} id={id} authorId={author_id} />
      </div>
    </div>
  );
}
