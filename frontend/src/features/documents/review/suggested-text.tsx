import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getDocumentDraft, getGetDocumentDraftQueryKey } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { passages as text } from '../../../messages/passages';
import { LoadError } from '../../../shared/errors/load-error';
import { SkeletonItem } from '../../../ui/skeleton';
import { PassagesSlot } from '../../comments/passages/passages-slot';
import { Markdown } from '../../markdown/markdown';
import classes from './suggested-text.module.css';

/** The pending edit, or the reader's own returned one. */
export const draftQuery = (document: DocumentResponse) =>
  queryOptions({
    // The timestamp changes when the pending edit is replaced.
    queryKey: [...getGetDocumentDraftQueryKey(document.id), document.pending_revision?.created_at],
    queryFn: ({ signal }) => getDocumentDraft(document.id, { signal }),
  });

interface SuggestedTextProps {
  document: DocumentResponse;
  /** Of the pending edit. */
  revisionId: string;
}

/** A pending edit as its readers would see it, with the comments of its review. */
export function SuggestedText({ document, revisionId }: SuggestedTextProps) {
  const content = useRef<HTMLDivElement>(null);
  const { data: draft, error, refetch } = useQuery(draftQuery(document));
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!draft) return <SkeletonItem height="8rem" />;
  return (
    <div className={classes.text}>
      <p className={classes.hint}>{text.reviewHint}</p>
      <div className={classes.content}>
        <div ref={content}>
          <Markdown text={draft.content} isWhole />
        </div>
        <PassagesSlot
          key={revisionId}
          subject={{ kind: 'document', id: document.id }}
          content={content}
          hasOpenPassages
          canComment={document.abilities?.comment ?? false}
          revisionId={revisionId}
        />
      </div>
    </div>
  );
}
