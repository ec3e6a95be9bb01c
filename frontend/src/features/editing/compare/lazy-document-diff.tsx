import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonItem } from '../../../ui/skeleton';

const DocumentDiff = lazy(() => import('./document-diff'));

export function LazyDocumentDiff(props: ComponentProps<typeof DocumentDiff>) {
  return (
    <Suspense fallback={<SkeletonItem height="8rem" />}>
      <DocumentDiff {...props} />
    </Suspense>
  );
}
