import type { ContentKind } from '../../api/generated/model/contentKind';
import { comments as text } from '../../messages/en-comments';
import { PartFailed } from '../errors/part-failed';
import { Part } from '../../ui/part';
import { WhenNear } from '../../ui/when-near';
import { Reactions, type ReactedContent } from '../reactions/reactions';
import { CommentsSection } from './comments-section';
import classes from './discussion.module.css';
import { useLinkedComment } from './use-linked-comment';

/** What stands below a document or video: what others made of it, and what they say about it. */
export function Discussion({ kind, content }: { kind: ContentKind; content: ReactedContent }) {
  const isSought = useLinkedComment() !== undefined;
  return (
    <div className={classes.discussion}>
      <Reactions kind={kind} content={content} />
      <WhenNear now={isSought} className={classes.comments}>
        <Part missing={<PartFailed title={text.loadFailed} />}>
          <CommentsSection key={content.id} subject={{ kind, id: content.id }} />
        </Part>
      </WhenNear>
    </div>
  );
}
