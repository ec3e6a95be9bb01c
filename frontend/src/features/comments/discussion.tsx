import type { ContentKind } from '../../api/generated/model/contentKind';
import { comments as text } from '../../messages/en-comments';
import { ChunkLoadError } from '../../shared/errors/chunk-load-error';
import { LazyBoundary } from '../../ui/lazy-boundary';
import { LazyOnVisible } from '../../ui/lazy-on-visible';
import { Reactions, type ReactableContent } from '../reactions/reactions';
import { CommentsSection } from './comments-section';
import classes from './discussion.module.css';
import { useLinkedComment } from './use-linked-comment';

/** The reactions and comments below a document or video. */
export function Discussion({ kind, content }: { kind: ContentKind; content: ReactableContent }) {
  const hasLinkedComment = useLinkedComment() !== undefined;
  return (
    <div className={classes.discussion}>
      <Reactions kind={kind} content={content} />
      <LazyOnVisible isForced={hasLinkedComment} className={classes.comments}>
        <LazyBoundary errorFallback={<ChunkLoadError title={text.loadFailed} />}>
          <CommentsSection key={content.id} subject={{ kind, id: content.id }} />
        </LazyBoundary>
      </LazyOnVisible>
    </div>
  );
}
