import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { revisions as text } from '../../../messages/review';
import { LoadError } from '../../../shared/errors/load-error';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { isolate } from '../../../ui/isolate';
import { revisionQuery } from '../../editing/last-review';
import classes from './revisions.module.css';

const DocumentDiff = lazy(() => import('../../editing/compare/document-diff'));

function ComparisonSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem height="16rem" />
    </Skeleton>
  );
}

export function RevisionComparison({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useQuery(revisionQuery(id, from));
  const after = useQuery(revisionQuery(id, to));
  const failed = [before, after].find(({ error }) => error);
  const retry = () => {
    void before.refetch();
    void after.refetch();
  };
  return (
    <>
      <h2 className={classes.heading}>{text.between({ from, to })}</h2>
      {failed && <LoadError error={failed.error} onRetry={retry} />}
      {!failed && (!before.data || !after.data) && <ComparisonSkeleton />}
      {before.data && after.data && (
        <Suspense fallback={<ComparisonSkeleton />}>
          <DocumentDiff
            before={before.data.snapshot}
            after={after.data.snapshot}
            beforeLabel={text.version(from)}
            afterLabel={text.version(to)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Compares a revision without a version with the current text. */
export function SuggestionComparison({ document, revision }: { document: DocumentResponse; revision: string }) {
  const { data, error, refetch } = useQuery(revisionQuery(document.id, revision));
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ComparisonSkeleton />;
  const state = text.states[data.state];
  return (
    <>
      <h2 className={classes.heading}>{isolate((author) => text.withCurrent({ state, author }), data.author_name)}</h2>
      <Suspense fallback={<ComparisonSkeleton />}>
        <DocumentDiff before={document} after={data.snapshot} beforeLabel={text.current} afterLabel={state} />
      </Suspense>
    </>
  );
}
