import { lazy, type ReactNode } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { comments as text } from '../../messages/engagement';
import { ChunkLoadError } from '../../shared/errors/load-error';
import { useSession } from '../../shared/session/session';
import { LazyBoundary, LazyOnVisible } from '../../ui/lazy';
import { ItemReactions, type ReactableContent } from '../reactions/item-reactions';
import { useLinkedComment } from './use-linked-comment';
import classes from './comments.module.css';

/** The first load of a page does not need it. */
const CommentsSection = lazy(async () => ({ default: (await import('./comments-section')).CommentsSection }));

interface DiscussionProps {
  kind: ContentKind;
  content: ReactableContent;
  /** Below the comments. */
  children?: ReactNode;
}

/** The reactions, comments and threads below a document or video. The threads are last, so that they move nothing. */
export function Discussion({ kind, content, children }: DiscussionProps) {
  const isGuest = !useSession().user;
  const hasLinkedComment = useLinkedComment() !== undefined;
  return (
    <div className={classes.discussion}>
      <ItemReactions kind={kind} content={content} />
      <div className={classes.intro}>
        <h2 className={classes.heading}>{text.discussion}</h2>
        <p>{text.when}</p>
      </div>
      <LazyOnVisible
        key={`comments ${content.id}`}
        isForced={hasLinkedComment}
        isGuest={isGuest}
        className={classes.comments}
      >
        <LazyBoundary errorFallback={<ChunkLoadError title={text.loadFailed} />}>
          <CommentsSection subject={{ kind, id: content.id }} isReadOnly={content.abilities?.comment === false} />
        </LazyBoundary>
      </LazyOnVisible>
      <LazyOnVisible key={`threads ${content.id}`} isForced={false} isGuest={isGuest} className={classes.comments}>
        <LazyBoundary errorFallback={<ChunkLoadError />}>{children}</LazyBoundary>
      </LazyOnVisible>
    </div>
  );
}
