import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import {
  getDocumentRevision,
  getGetDocumentRevisionQueryKey,
  getListDocumentRevisionsQueryKey,
  listDocumentRevisions,
} from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { moderationQueue as text } from '../../../messages/en-admin-moderation';
import { LoadError } from '../../../shared/errors/load-error';
import { SegmentedControl } from '../../../ui/segmented-control';
import { SkeletonItem } from '../../../ui/skeleton';
import { PreviewSkeleton, TextBox } from './text-box';
import classes from './moderation.module.css';

const DocumentDiff = lazy(() => import('../../editing/compare/document-diff'));

export function LazyDocumentDiff(props: ComponentProps<typeof DocumentDiff>) {
  return (
    <Suspense fallback={<SkeletonItem height="8rem" />}>
      <DocumentDiff {...props} />
    </Suspense>
  );
}

const LATEST = 20;

/** The changes since the revision that was reviewed last. */
function ChangesSince({ document, revision }: { document: DocumentResponse; revision: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: getGetDocumentRevisionQueryKey(document.id, revision),
    queryFn: ({ signal }) => getDocumentRevision(document.id, revision, { signal }),
    // Stored revisions are immutable.
    staleTime: Infinity,
  });
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <PreviewSkeleton />;
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>{text.difference}</h3>
      <LazyDocumentDiff
        before={data.snapshot}
        after={document}
        beforeLabel={text.lastReviewed}
        afterLabel={text.submitted}
      />
    </section>
  );
}

/** The text of a document in review; of one that was reviewed before also what has changed since. */
export function DocumentChanges({ document }: { document: DocumentResponse }) {
  const [view, setView] = useState<'text' | 'changes'>('changes');
  const { data: revisions } = useQuery({
    queryKey: getListDocumentRevisionsQueryKey(document.id, { limit: LATEST }),
    queryFn: ({ signal }) => listDocumentRevisions(document.id, { limit: LATEST }, { signal }),
  });
  // Without its history the document can still be read.
  const reviewed = revisions?.find(({ reviewed_at, version }) => reviewed_at && version !== document.version);
  if (!reviewed) return <TextBox content={document.content} />;
  return (
    <>
      <SegmentedControl
        label={text.view}
        value={view}
        options={[
          { value: 'changes', label: text.viewChanges },
          { value: 'text', label: text.viewText },
        ]}
        onChange={setView}
      />
      {view === 'text' ? (
        <TextBox content={document.content} />
      ) : (
        <ChangesSince
          document={document}
          revision={reviewed.version === null ? reviewed.id : String(reviewed.version)}
        />
      )}
    </>
  );
}
