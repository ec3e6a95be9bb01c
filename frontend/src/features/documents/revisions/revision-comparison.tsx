import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { revisions as text } from '../../../messages/review';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { isolate } from '../../../ui/isolate';
import { revisionQuery } from '../../editing/last-review';
import { useBringBack } from './use-bring-back';
import classes from './revisions.module.css';

const DocumentDiff = lazy(() => import('../../editing/compare/document-diff'));

function ComparisonSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem height="16rem" />
    </Skeleton>
  );
}

interface BringBackProps {
  document: DocumentResponse;
  /** The current text with parts of the former one. */
  content: string;
}

function BringBack({ document, content }: BringBackProps) {
  const bringBack = useBringBack(document);
  return (
    <p className={classes.bringBack}>
      {text.bringBackHint}{' '}
      <Button
        disabled={content === normalizeLineEnds(document.content)}
        isLoading={bringBack.isPending}
        onClick={() => {
          bringBack.mutate(content);
        }}
      >
        {text.editWithChanges}
      </Button>
    </p>
  );
}

interface RevisionComparisonProps {
  document: DocumentResponse;
  from: number;
  to: number;
}

export function RevisionComparison({ document, from, to }: RevisionComparisonProps) {
  const before = useQuery(revisionQuery(document.id, from));
  const after = useQuery(revisionQuery(document.id, to));
  const [content, setContent] = useState(() => normalizeLineEnds(document.content));
  const failed = [before, after].find(({ error }) => error);
  const retry = () => {
    void before.refetch();
    void after.refetch();
  };
  const canBringBack =
    to === document.version &&
    (document.abilities?.edit ?? false) &&
    before.data?.snapshot.content !== after.data?.snapshot.content;
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
            decisions={
              canBringBack
                ? {
                    take: text.bringBack,
                    onTextChange: (_name, result) => {
                      setContent(result);
                    },
                  }
                : undefined
            }
          />
          {canBringBack && <BringBack document={document} content={content} />}
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
